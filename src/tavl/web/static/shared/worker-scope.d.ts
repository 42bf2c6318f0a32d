// What a worker that stands beside the pages has: TypeScript's own types for it exclude those of a page.
import type { PushMessage, StoredPages } from "./pages.js";

interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface PageMessageEvent extends WorkerEvent {
  data: "take over" | { page?: string } | null;
}

interface PushEvent extends WorkerEvent {
  data: { json(): PushMessage };
}

interface NotificationEvent extends WorkerEvent {
  notification: Omit<Notification, "data"> & { data: Pick<PushMessage, "url"> };
}

interface OpenWindow {
  url: string;
  focus(): Promise<unknown>;
}

export interface WorkerScope {
  stored: StoredPages;
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: PageMessageEvent) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationEvent) => void): void;
}
