import { Busboy } from '@fastify/busboy';
import { DomainError, type Problem } from '../../domain/errors.ts';
import { invalid } from '../../domain/fields/examine.ts';
import { WRONG_TYPE } from '../../domain/fields/kind.ts';
import { MOST_PARAMETERS, type Params, readParams } from './params.ts';

/**
 * Reads the text parts of a multipart form as form fields. A file input that was left empty does not count as a file.
 * @throws INVALID_FORM for an invalid multipart form, INVALID_FIELD naming the parts that are files
 */
export async function readMultipart(bytes: Uint8Array, type: string): Promise<Params> {
  const { texts, files } = await partsOf(bytes, type).catch(() => {
    throw new DomainError('INVALID_FORM', 'The body is not a valid multipart form.');
  });
  if (files.length) throw invalid(files.map(fileProblem));
  return readParams(texts);
}

/** The number of bytes to parse at a time. */
const SLICE = 16_384;

const fileProblem = (name: string): Problem => ({
  field: name.split('[')[0] ?? '',
  code: WRONG_TYPE,
  message: 'Must be text: files are not taken.',
});

interface Parts {
  texts: [name: string, text: string][];
  /** The names of the parts that are files. */
  files: string[];
}

/**
 * The form with the line ends of the specification, and with its last boundary. PHP takes forms without them. A boundary after the
 * last one counts for nothing.
 */
function asSpecified(bytes: Uint8Array, type: string): Uint8Array {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const line = `--${quoted ?? plain}`;
  const form = Buffer.from(bytes);
  const hasBareLines = form.subarray(0, line.length + 1).equals(Buffer.from(`${line}\n`));
  const lines = hasBareLines ? Buffer.from(form.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1') : form;
  const last = lines.lastIndexOf(`${line}\r\n`);
  const isWhole = last >= 0 && lines.includes('\r\n\r\n', last);
  return isWhole ? Buffer.concat([lines, Buffer.from(`\r\n${line}--\r\n`)]) : lines;
}

function partsOf(bytes: Uint8Array, type: string): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const texts: Parts['texts'] = [];
    const files: string[] = [];
    let full = false;
    // No part is larger than the body, whose size is already limited.
    const limits = { fieldSize: bytes.byteLength + 1, parts: MOST_PARAMETERS };
    const reader = new Busboy({ headers: { 'content-type': type }, limits });
    reader
      .on('field', (name, text) => {
        if (name === undefined) reject(new Error('a part without a name'));
        else texts.push([name, text]);
      })
      .on('file', (name, file, filename) => {
        let size = 0;
        file.on('data', (chunk: Buffer) => {
          size += chunk.length;
        });
        file.on('end', () => {
          if (filename || size > 0) files.push(name ?? '');
        });
        file.on('error', reject);
      })
      .on('finish', () => resolve({ texts, files }))
      .on('partsLimit', () => {
        full = true;
      })
      .on('error', (error) => (full ? resolve({ texts, files }) : reject(error)));
    // The parser never sees the bytes after the last part that counts.
    const form = asSpecified(bytes, type);
    for (let at = 0; at < form.byteLength && !full; at += SLICE) reader.write(form.subarray(at, at + SLICE));
    reader.end();
  });
}
