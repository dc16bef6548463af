// A part of the driver without public types; see `guardDriver` in connect.ts.
declare module 'mongodb/lib/cmap/connection.js' {
  export class Connection {
    readonly socket: { readonly destroyed: boolean };
    /** Fails all pending commands. A second call does nothing. */
    destroy(): void;
    command(...args: unknown[]): Promise<unknown>;
  }
}
