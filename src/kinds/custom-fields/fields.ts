import { CUSTOM_KIND, isCustomKey } from '../../domain/fields/custom-fields.ts';
import { fault, type Kind, WRONG_TYPE } from '../../domain/fields/kind.ts';
import { word } from '../../domain/fields/kinds.ts';
import { excess, INPUT_LIMITS } from '../../domain/fields/limits.ts';
import { type InputOf, table } from '../../domain/fields/table.ts';
import { line, text } from '../../domain/fields/text-kinds.ts';
import { LANGUAGES, type PerLanguage } from '../../domain/language.ts';
import { CUSTOM_OWNERS } from './definitions.ts';

/** The name of a field in each language; null removes a name. */
export type Labels = PerLanguage<string | null>;

const LABEL = line({ limit: INPUT_LIMITS.label, zero: 'allowed' });

const labels = (): Kind<Labels> => ({
  ...(text() as Kind<never>),
  type: { input: 'CustomFieldLabels' },
  limit: INPUT_LIMITS.label,
  check(sent, surroundings) {
    const kept: Labels = {};
    for (const language of LANGUAGES) {
      const said = sent[language];
      if (said === undefined) continue;
      const reading = excess(INPUT_LIMITS.label, said) ?? LABEL.check!(said ?? '', surroundings);
      if ('fault' in reading) return { fault: { ...reading.fault, at: [language] } };
      kept[language] = reading.value || null;
    }
    return { value: kept };
  },
});

const NOT_A_KEY = fault(
  'invalid_key',
  'Must be small letters, digits and underscores with a letter at first, at most 64, or _ecp_custom_ and a number.',
);

const key = (): Kind<string> => ({
  ...text(),
  check: (value) => (isCustomKey(value) ? { value } : NOT_A_KEY),
});

const NOT_CHOICES = fault(WRONG_TYPE, 'Must be different texts of one line, none of them empty.');

const choices = (): Kind<string[]> => ({
  ...(text() as Kind<never>),
  limit: INPUT_LIMITS.choices,
  list: true,
  check(sent, surroundings) {
    const kept: string[] = [];
    for (const choice of sent) {
      const reading = LABEL.check!(choice, surroundings);
      if ('fault' in reading || !reading.value || kept.includes(reading.value)) return NOT_CHOICES;
      kept.push(reading.value);
    }
    return { value: kept };
  },
});

const which = {
  of: {
    kind: word({
      name: 'CustomFieldOwner',
      words: CUSTOM_OWNERS,
      description: 'A kind of record that has custom fields.',
      meanings: Object.fromEntries(CUSTOM_OWNERS.map((owner) => [owner, `Custom fields of ${owner}s.`])),
    }),
    wire: 'of',
    required: true,
    description: 'The kind of record it belongs to.',
  },
  key: {
    kind: key(),
    wire: 'key',
    required: true,
    description:
      'Its key: a lowercase letter, then lowercase letters, digits and underscores, or a key that the plug-in made. It must not be the name of a REST parameter or member.',
  },
} as const;

const label = { kind: labels(), wire: 'label', description: 'Its label, in at least one language.' } as const;

const choiceRow = {
  kind: choices(),
  wire: 'choices',
  description: 'The choices, in order; only for the kind `CHOICE`.',
} as const;

/** The input for creating a field. */
export const newCustomField = table({
  ...which,
  kind: {
    kind: word(CUSTOM_KIND),
    wire: 'kind',
    required: true,
    description: 'The kind of its values. You cannot change it later.',
  },
  label: { ...label, required: true },
  choices: choiceRow,
});

/** The input for changing a field. */
export const changedCustomField = table({
  ...which,
  label: {
    ...label,
    description: 'Its label. Languages that you do not send stay; null removes one, but not the last.',
  },
  choices: {
    ...choiceRow,
    description:
      'The choices, in order. If omitted, the list stays. Values that are no longer a choice are kept but not shown.',
  },
});

/** The input for deleting a field. */
export const deletedCustomField = table(which);

export type NewCustomField = InputOf<typeof newCustomField>;
export type ChangedCustomField = InputOf<typeof changedCustomField>;
export type DeletedCustomField = InputOf<typeof deletedCustomField>;
