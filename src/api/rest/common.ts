import { language } from '../../domain/fields/kinds.ts';
import { table } from '../../domain/fields/table.ts';

/** The parameters that every operation takes (specification §4.0). */
export const commonFields = table({
  language: {
    kind: language(),
    wire: 'multilang_language',
    description: 'Language of the texts that you read or write.',
  },
});
