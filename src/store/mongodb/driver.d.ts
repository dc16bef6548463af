// A part of the driver that it does not show; see driver-guard.ts.
declare module 'mongodb/lib/cmap/connection.js' {
  export class Connection {
    readonly socket: { readonly destroyed: boolean };
    /** Fails what waits for an answer. Does nothing the second time. */
    destroy(): void;
    command(...args: unknown[]): Promise<unknown>;
  }
}
