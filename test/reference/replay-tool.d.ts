/** The part of the recordings' tool that the test uses. */
declare module '*/replay.mjs' {
  export interface Difference {
    path: string;
    expected: unknown;
    got: unknown;
  }
  export class Replay {
    constructor(options: {
      base: string;
      in: string;
      auth: Record<string, string>;
      users: Record<string, string>;
      deviations: string[];
      quiet: boolean;
    });
    send(request: {
      method: string;
      path: string;
      headers: Record<string, string>;
      body?: string | Uint8Array<ArrayBuffer>;
    }): Promise<{ status: number; headers: Record<string, string>; body: unknown }>;
    /** Where images of the recording lie, once they are served. */
    images?: string;
    serveImages(): Promise<void>;
    /** What `run` replays. */
    recording: { files: { name: string; exchanges: unknown[] }[] };
    run(): Promise<number>;
    /** Prints what there is in `results`. */
    summary(): number;
    results: { file: string; name: string; result: 'same' | 'declared' | 'differs' | 'skipped'; diffs: Difference[] }[];
  }
}
