/** A file that a request brought. Others may be written beside it: all are removed when the request ends. */
export interface UploadedFile {
  path: string;
  /** The name that it had; empty if it had none. Anything may be in it. */
  name: string;
  /** Stands for the file in the value of a field. It says the content, so that a repeated request has the same value. */
  token: string;
}

/** The token of a file with this SHA-256 sum, of its bytes and its name. */
export const uploadToken = (sum: string): string => `upload:${sum}`;

/** Whether a value may stand for a file. Anybody can send one: only the files of the request count. */
export const isUploadToken = (value: string): boolean => /^upload:[0-9a-f]{64}$/.test(value);
