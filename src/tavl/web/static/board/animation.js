// Animations only show a change that has already been made. If one fails it is reported like any other error, and the
// board goes on without it.

/** How long a checker takes for one step at each speed, in milliseconds. */
export const SPEEDS = { slow: 520, normal: 280, fast: 140, off: 0 };

/**
 * @param {SVGElement} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 * @param {() => void} [finished]
 */
export function animate(element, frames, options, finished = () => {}) {
  try {
    element.animate(frames, options).onfinish = finished;
  } catch (error) {
    reportError(error);
    finished();
  }
}
