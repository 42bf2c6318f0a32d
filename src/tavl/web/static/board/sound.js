// Synthesised sounds, so that nothing has to be loaded. Silent unless asked for.

/** @type {AudioContext | null} */
let context = null;

const KINDS = {
  move: [{ at: 0, tone: 420, length: 0.05, noise: 0.5 }],
  hit: [
    { at: 0, tone: 300, length: 0.06, noise: 0.8 },
    { at: 0.07, tone: 190, length: 0.09, noise: 0.6 },
  ],
  dice: [0, 0.07, 0.15, 0.21, 0.3].map((at, i) => ({ at, tone: 900 - 60 * i, length: 0.03, noise: 1 })),
  cube: [
    { at: 0, tone: 240, length: 0.08, noise: 0.4 },
    { at: 0.1, tone: 360, length: 0.12, noise: 0.1 },
  ],
};

/** @param {keyof typeof KINDS} kind */
export function sound(kind) {
  // Before the person has done anything on the page, browsers allow no sound and log a warning.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const { at, tone, length, noise } of KINDS[kind]) knock(context, context.currentTime + at, tone, length, noise);
}

/**
 * Wood at a physical board: a short falling tone with a little noise.
 * @param {AudioContext} audio
 * @param {number} start
 * @param {number} tone
 * @param {number} length
 * @param {number} noise
 */
function knock(audio, start, tone, length, noise) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.22, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(audio.destination);
  const oscillator = audio.createOscillator();
  oscillator.type = "triangle";
  oscillator.frequency.setValueAtTime(tone, start);
  oscillator.frequency.exponentialRampToValueAtTime(tone / 2, start + length);
  oscillator.connect(gain);
  oscillator.start(start);
  oscillator.stop(start + length);
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  samples.getChannelData(0).forEach((_, i, data) => (data[i] = (Math.random() * 2 - 1) * noise * 0.5));
  const source = audio.createBufferSource();
  source.buffer = samples;
  source.connect(gain);
  source.start(start);
}
