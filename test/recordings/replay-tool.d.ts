/** The part of the recordings' tool that the test uses. */
declare module '*/replay.mjs' {
  export interface Difference {
    path: string;
    expected: unknown;
    got: unknown;
  }
  export interface Exchange {
    response: { body: unknown };
  }
  export interface Verdict {
    result: 'same' | 'declared' | 'differs' | 'skipped';
    diffs: Difference[];
    /** Added by our test: the objects whose members stand in another order than recorded. */
    moved?: { path: string; expected: string; got: string }[];
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
    /** The declared deviations of an exchange. */
    rulesFor(label: string, exchange: Exchange): { field?: RegExp }[];
    /** Compares an answer with the recorded one. */
    judge(exchange: Exchange, label: string, answered: { body: unknown }): Verdict;
    /** What `run` replays. */
    recording: { files: { name: string; exchanges: unknown[] }[] };
    run(): Promise<number>;
    /** Prints what there is in `results`. */
    summary(): number;
    results: ({ file: string; name: string } & Verdict)[];
  }
}
