import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage; `minor`: only what is in the young generation. */
export const collectGarbage = runInNewContext('gc') as (how?: { type: 'minor' }) => void;
