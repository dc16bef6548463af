process.env.TZ = 'UTC';

import { reservedNames } from '../api/rest/reserved-names.ts';
import { createChanges } from '../data/changes/changes.ts';
import type { Store } from '../data/port.ts';
import { DomainError, inOneLine } from '../domain/errors.ts';
import { CUSTOM_KIND, type CustomField, type CustomKind } from '../domain/fields/custom-fields.ts';
import { LANGUAGES } from '../domain/language.ts';
import { CUSTOM_OWNERS, type CustomOwner, createDefinitionReader } from '../kinds/custom-fields/definitions.ts';
import { type CustomFieldService, createCustomFieldService } from '../kinds/custom-fields/service.ts';
import { createWrite } from '../kinds/shared/writes.ts';
import { trackDependencies } from '../kinds/track-dependencies.ts';
import { type Given, type Program, readSettings, runProgram } from '../process/command-line.ts';
import { withStore } from '../process/with-store.ts';
import { readOperations } from '../schema-files.ts';

const OPTIONS = {
  kind: { takes: 'KIND', says: `what sort of value it takes: ${CUSTOM_KIND.words.join(', ')}` },
  en: { takes: 'LABEL', says: 'what it is called in English; an empty one takes the label away' },
  ko: { takes: 'LABEL', says: 'the same in Korean' },
  es: { takes: 'LABEL', says: 'the same in Spanish' },
  choices: { takes: 'A,B,C', says: 'what a choice is made from, in this order' },
} as const;

/** Works on the fields and returns what to print. */
type Task = (fields: Fields) => Promise<string>;

interface Fields {
  service: CustomFieldService;
  list: ReturnType<typeof createDefinitionReader>['read'];
}

/** The owner of the data runs this program, so it acts as an administrator. */
const now = () => ({ viewer: { id: 0, role: 'administrator' }, now: Date.now(), zone: 'UTC' }) as const;

const PROGRAM: Program<typeof OPTIONS, Task> = {
  call: 'npm run fields',
  purpose: `Works on the custom fields of a calendar, while its server runs or before: OF is ${CUSTOM_OWNERS.join(', ')}.
Values of a field that is deleted are kept and not shown; a field of the same key and kind brings them back.`,
  uses: [
    'list [OF]',
    'add OF KEY --kind KIND --en LABEL [--ko LABEL] [--es LABEL] [--choices A,B,C]',
    'change OF KEY [--en LABEL] [--ko LABEL] [--es LABEL] [--choices A,B,C]',
    'delete OF KEY',
  ],
  options: OPTIONS,
  words: true,
  variables: ['MONGODB_URI', 'DATA_DIR'],
  read: readTask,
  run: (task) =>
    withStore(readSettings(process.env), async (store) => {
      try {
        return await task(fieldsOf(store));
      } catch (error) {
        throw error instanceof DomainError && error.problems.length ? new Error(inOneLine(error.problems)) : error;
      }
    }),
};

function fieldsOf(plain: Store): Fields {
  const changes = createChanges(plain, Date.now);
  const store = trackDependencies(plain, changes);
  const isReserved = reservedNames(readOperations());
  return {
    service: createCustomFieldService({ store, write: createWrite(store, changes), changes, isReserved }),
    list: createDefinitionReader(store, changes.touched).read,
  };
}

/** The requested task, or what is wrong with the arguments. */
function readTask({ values, words }: Given<typeof OPTIONS>): Task | string {
  const [verb, of, key, ...more] = words;
  if (verb === undefined) return 'Say what to do: list, add, change or delete.';
  if (!['list', 'add', 'change', 'delete'].includes(verb)) return `There is no ${JSON.stringify(verb)}.`;
  if (of !== undefined && !isOwner(of)) return `OF is ${JSON.stringify(of)}; it must be ${CUSTOM_OWNERS.join(', ')}.`;
  const given = Object.keys(values);
  if (verb === 'list')
    return key !== undefined || given.length ? 'list takes OF and nothing besides.' : list(of ? [of] : CUSTOM_OWNERS);
  if (of === undefined || key === undefined || more.length) return `${verb} takes OF and KEY.`;
  const label = Object.fromEntries(LANGUAGES.flatMap((each) => (given.includes(each) ? [[each, values[each]]] : [])));
  const choices = values.choices === undefined ? {} : { choices: values.choices.split(',') };
  const { kind } = values;
  if (verb === 'delete') return given.length ? 'delete takes no options.' : remove(of, key);
  if (verb === 'change') {
    if (kind !== undefined) return 'The kind of a field stays: delete it, and add another one.';
    return given.length ? change({ of, key, label, ...choices }) : 'change needs something to change.';
  }
  if (kind === undefined) return 'add needs --kind.';
  if (!isKind(kind)) return `--kind is ${JSON.stringify(kind)}; it must be ${CUSTOM_KIND.words.join(', ')}.`;
  return add({ of, key, kind, label, ...choices });
}

const isOwner = (text: string): text is CustomOwner => CUSTOM_OWNERS.includes(text as CustomOwner);
const isKind = (text: string): text is CustomKind => CUSTOM_KIND.words.includes(text as CustomKind);

type Service = CustomFieldService;

const add =
  (input: Parameters<Service['create']>[0]): Task =>
  async ({ service }) =>
    `Added ${lineOf(input.of, await service.create(input, now()))}`;

const change =
  (input: Parameters<Service['update']>[0]): Task =>
  async ({ service }) =>
    `Changed ${lineOf(input.of, await service.update(input, now()))}`;

const remove =
  (of: CustomOwner, key: string): Task =>
  async ({ service }) =>
    `Deleted ${lineOf(of, await service.remove({ of, key }, now()))}`;

const list =
  (owners: readonly CustomOwner[]): Task =>
  async ({ list }) => {
    const fields = await list();
    const lines = owners.flatMap((of) => [...fields[of].values()].map((field) => lineOf(of, field)));
    return lines.length ? lines.join('\n') : 'There is no custom field.';
  };

/** `event	age	choice	Age / 나이 / Edad	6+, 12+` */
const lineOf = (of: CustomOwner, { key, kind, label, choices = [] }: CustomField) =>
  [
    of,
    key,
    kind,
    LANGUAGES.flatMap((each) => label[each] ?? []).join(' / '),
    ...(choices.length ? [choices.join(', ')] : []),
  ].join('\t');

await runProgram(PROGRAM);
