import type { Instant } from '../../domain/time.ts';

/** A file that is kept. */
export interface KeptFile {
  /** The name under which it was put; of a file that was never finished, another that only `delete` takes. */
  name: string;
  bytes: number;
  /** When it was last put or touched. */
  at: Instant;
  /** Whether the program ended while it was put. */
  unfinished?: true;
}

/** A file to read from. */
export interface OpenFile {
  bytes: number;
  /** The bytes from `first` to `last`, both inclusive. Reads as they are taken; `return` ends the reading. */
  read(first: number, last: number): AsyncIterable<Uint8Array>;
}

/**
 * Files of pictures by name, beside the records of a store. A name says all of the content, so a file never changes. Both adapters
 * make the same promises; `test/store/pictures.test.ts` checks them. Names are lower-case ASCII letters, digits, `-` and `.`.
 * Every verb throws a DomainError UNAVAILABLE when the files cannot be reached, or there is no room.
 */
export interface PictureFiles {
  /** Whether there is a file of this name, which then counts as put now. */
  touch(name: string): Promise<boolean>;
  /** Copies the file at a path, unless there is one of this name: then touches it. Seen whole, and on the disk, or not at all. */
  put(name: string, path: string): Promise<void>;
  open(name: string): Promise<OpenFile | undefined>;
  /** Returns whether it was there. Readers that have begun may fail. */
  delete(name: string): Promise<boolean>;
  /** All files, also unfinished ones, in no particular order. */
  list(): AsyncIterable<KeptFile>;
  /** Removes what only this process could see. */
  close(): Promise<void>;
}
