import { builder, type ObjectType } from '../../graphql/builder.ts';
import { inputFrom } from '../../graphql/inputs.ts';
import { linkInputs } from '../../graphql/link-inputs.ts';
import { mutationField, restoreMutation, writeMutations } from '../../graphql/mutations.ts';
import { rootFields } from '../../graphql/pages.ts';
import { storedFields, textField, translationFields } from '../../graphql/stored-fields.ts';
import { capitalized } from '../../rules/text.ts';
import { Event, LINKED_COST, showsEvents } from '../event/graphql.ts';
import type { EventLink, KnownLink, RecordOf } from '../event-links.ts';
import { postAddresses } from './graphql.ts';
import type { LinkedFilter } from './linked-filter.ts';
import { LINKED_ORDERS, linkedWhere } from './where-fields.ts';

/** What creating says of a record that is there already. */
const SENT_AGAIN =
  'If one of this name is there that the caller may change, with this description if one is sent, it is used: what is sent besides name, author, status and dates is written into it, and null clears there.';

/** What an event does with one that is there already. */
const NAMED_IN_EVENT =
  'If there is one of this name, the event links it. Among several it is the first that the caller may change, and what is sent is written into it, but for name, author, status and dates. Where the caller may change none of them, it is the first published one, which stays as it is. An input whose fields are all empty means none.';

/** All that GraphQL knows of a kind that events link to, besides the fields of its own, which `type` has. */
export function linkedGraphql<K extends EventLink & KnownLink>(kind: K, type: ObjectType<RecordOf<K>>): void {
  const { name, inEvents, fields, filters, patch } = kind;
  const Name = capitalized(name);
  const one = /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
  postAddresses(type, name);
  storedFields(type, fields);
  builder.objectField(type, 'title', (t) =>
    t.field({ ...textField('name', fields.name!), description: 'The same as its name.' }),
  );
  translationFields(type, Name, fields);
  const filtered = `What a list of ${inEvents} is filtered by; all of it must hold.`;
  rootFields<RecordOf<K>, LinkedFilter>({
    name,
    type,
    filter: inputFrom(`${Name}Filter`, { table: filters, use: 'filter', description: filtered }),
    connection: {
      plural: inEvents,
      where: linkedWhere(name),
      orders: LINKED_ORDERS,
      otherwise: 'those published last first',
    },
    service: ({ services }) => services[name] as never,
  });
  const shown = { name, type };
  writeMutations<RecordOf<K>>({
    ...shown,
    fields,
    patch,
    service: ({ services }) => services[name] as never,
    deletion: `Moves the ${name} into the trash. Events keep their link to it and show it no more.`,
  });
  restoreMutation<RecordOf<K>>(({ services }) => services[name].restore as never, shown);
  mutationField<RecordOf<K>>(
    {
      name: `upsert${Name}`,
      description: `Makes ${one}. ${SENT_AGAIN}`,
      table: fields,
      creates: true,
      run: (values, _, ctx) => ctx.services[name].upsert(values as never, ctx) as never,
    },
    shown,
  );
  const input = inputFrom(`${Name}Input`, { table: fields, use: 'create', description: `A new ${name}.` });
  linkInputs({
    kind: name,
    plural: inEvents,
    create: input,
    upsert: input,
    upserting: `${capitalized(one)} to make with the event. ${NAMED_IN_EVENT}`,
  });
  linkFromEvents(kind, type);
  showsEvents(type, inEvents, ({ _id }) => _id);
}

/** Lets events show the records of a kind that they link to. */
function linkFromEvents<K extends EventLink & KnownLink>({ name, inEvents }: K, type: ObjectType<RecordOf<K>>): void {
  builder.objectField(Event, inEvents, (t) =>
    t.field({
      type: [type],
      complexity: LINKED_COST,
      description: 'Those that the caller may see.',
      resolve: (event, _, { loaders }) => loaders[name].linked(event[inEvents]) as never,
    }),
  );
}
