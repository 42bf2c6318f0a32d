// What TypeScript's library gives as `any` is `unknown` here: whoever reads it says what it is, or `tsc` fails. The types
// of what the server sends are in messages.d.ts and pages.d.ts. These declarations go before the library's. Those that
// cannot (`CustomEvent` and the like, without the type they bring) are looked for by
// tests/web/shared/test_message_types.py; the board's events have theirs in board/events.d.ts.

interface JSON {
  parse<Value>(text: string, reviver?: (key: string, value: Value) => unknown): unknown;
}

interface Body {
  json(): Promise<unknown>;
}

interface Promise<T> {
  catch<Other = never>(rejected: (reason: unknown) => Other | PromiseLike<Other>): Promise<T | Other>;
}

interface WebSocket {
  addEventListener(
    type: "message",
    listener: (event: MessageEvent<unknown>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface IDBObjectStore {
  get(key: IDBValidKey | IDBKeyRange): IDBRequest<unknown>;
}
