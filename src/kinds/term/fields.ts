import { idOrZero } from '../../domain/fields/kinds.ts';
import { INPUT_LIMITS } from '../../domain/fields/limits.ts';
import { recordId } from '../../domain/fields/node-ids.ts';
import { table } from '../../domain/fields/table.ts';
import { slug, termName, text } from '../../domain/fields/text-kinds.ts';
import { sanitizePhrase } from '../../domain/html.ts';

/** The fields that categories and tags share (specification §2.4, §2.5). */
export const termFields = table({
  name: {
    kind: termName(),
    wire: 'name',
    required: true,
    whenBlank: 'BLANK_TERM_NAME',
    stored: 'text',
    shown: 'plain',
    description: 'Name of the term.',
  },
  description: {
    kind: text({ limit: INPUT_LIMITS.html }),
    wire: 'description',
    clearable: true,
    stored: 'text',
    shown: 'html',
    clean: sanitizePhrase,
    description: 'Description, as HTML with inline elements only.',
  },
  slug: {
    kind: slug(),
    wire: 'slug',
    clearable: true,
    description: 'The readable part of its URL. If omitted, it is made from the name.',
    onUpdate:
      'The readable part of its URL. If omitted, it stays; null or an empty text makes a new one from the name.',
  },
});

/** The parent of a category. */
export const parentField = table({
  parent: {
    kind: recordId('category', idOrZero()),
    wire: 'parent',
    clearable: true,
    description: 'Id of the parent category; 0 for none.',
  },
});
