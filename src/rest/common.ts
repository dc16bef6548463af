import { language } from '../fields/kinds.ts';
import { table } from '../fields/table.ts';

/** What every operation takes (specification §4.0). */
export const commonFields = table({
  language: {
    kind: language(),
    wire: 'multilang_language',
    description: 'Language of the texts that are read or written.',
  },
});
