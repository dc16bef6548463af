import type { RecordLink } from '../../fields/links.ts';
import { builder, type ObjectType } from '../../graphql/builder.ts';
import { inputFrom } from '../../graphql/inputs.ts';
import { rootFields } from '../../graphql/pages.ts';
import { storedFields, textField, translationFields } from '../../graphql/stored-fields.ts';
import { named } from '../../graphql/types.ts';
import { capitalized } from '../../rules/text.ts';
import { Event, LINKED_COST, showsEvents } from '../event/graphql.ts';
import type { EventLink, KnownLink, RecordOf } from '../event-links.ts';
import { postAddresses } from './graphql.ts';
import type { LinkedFilter } from './linked-filter.ts';
import { LINKED_ORDERS, linkedWhere } from './where-fields.ts';

/** What creating says of a record that is there already. */
const SENT_AGAIN =
  'If one of this name is there that the caller may change, with this description if one is sent, it is used: what is sent besides name, author, status and dates is written into it, and null clears there.';

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
  const input = inputFrom(`${Name}Input`, { table: fields, use: 'create', description: `A new ${name}.` });
  rootFields<RecordOf<K>, LinkedFilter, object, object>({
    name,
    type,
    filter: inputFrom(`${Name}Filter`, { table: filters, use: 'filter', description: filtered }),
    input,
    patch: inputFrom(`${Name}Patch`, { table: patch, use: 'patch', description: `Changes to ${one}.` }),
    connection: {
      plural: inEvents,
      where: linkedWhere(name),
      orders: LINKED_ORDERS,
      otherwise: 'those published last first',
    },
    service: ({ services }) => services[name] as never,
    creation: `Makes ${one}. ${SENT_AGAIN}`,
    deletion: `Moves the ${name} into the trash. Events keep their link to it and show it no more.`,
  });
  linkFromEvents(kind, type, { one, input });
  showsEvents(type, inEvents);
}

/** Lets events show the records of a kind that they link to, and name them in what is sent. */
function linkFromEvents<K extends EventLink & KnownLink>(
  { name, inEvents }: K,
  type: ObjectType<RecordOf<K>>,
  { one, input }: { one: string; input: ReturnType<typeof inputFrom> },
): void {
  builder.objectField(Event, inEvents, (t) =>
    t.field({
      type: [type],
      complexity: LINKED_COST,
      description: 'Those that the caller may see.',
      resolve: (event, _, { loaders }) => loaders[name].linked(event[inEvents]) as never,
    }),
  );
  const Link = `${capitalized(name)}Link`;
  named(
    Link,
    builder.inputRef<RecordLink>(Link).implement({
      description: `${capitalized(one)} of an event: exactly one of its members.`,
      fields: (t) => ({
        id: t.int({ description: `Id of ${one}.` }),
        create: t.field({ type: input, description: `${capitalized(one)} to make with the event. ${SENT_AGAIN}` }),
      }),
    }),
  );
}
