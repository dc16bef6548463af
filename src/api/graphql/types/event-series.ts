import { toIso } from '../../../domain/iso.ts';
import type { EventRecord } from '../../../kinds/event/record.ts';
import type { SeriesRecord } from '../../../kinds/series/record.ts';
import { builder } from '../builder.ts';
import type { ResolverContext } from '../context.ts';
import { forRest } from '../for-rest.ts';
import { DATABASE_ID } from '../node.ts';
import { moment, Url } from '../scalars.ts';
import { Event } from './event.ts';
import { EventSeries, neighbours, pageOf, partsOf, RISES } from './series.ts';

/** The series of an occurrence, if the caller may see it. */
async function seriesOf({ series }: EventRecord, ctx: ResolverContext) {
  if (series === undefined) return undefined;
  const [record] = await ctx.loaders.series.linked([series]);
  return record;
}

/** What REST shows of the series in an occurrence. */
interface SeriesInEvent {
  event: EventRecord;
  series: SeriesRecord;
  parts: readonly SeriesRecord[];
}

const SeriesInEventType = builder.objectRef<SeriesInEvent>('SeriesInEvent').implement({
  description: 'What a REST body shows of the series of an occurrence.',
  fields: (t) => ({
    databaseId: t.int({ description: DATABASE_ID, resolve: ({ series }) => series._id }),
    uid: t.string({ description: 'What it is called in every calendar.', resolve: ({ series }) => series.uid }),
    rule: t.string({
      description: 'Its rule, in the form of RFC 5545; empty if it has only single dates.',
      resolve: ({ series }) => series.rule ?? '',
    }),
    originalStartDate: t.string({
      description: 'Start of this occurrence by the rule, in the local time of the event.',
      resolve: ({ event, series }) => toIso(event.originalStartsAt!, series.timezone).slice(0, 19).replace('T', ' '),
    }),
    url: t.field({ type: Url, description: 'URL of its page.', resolve: ({ series }, _, ctx) => pageOf(series, ctx) }),
    continues: t.int({
      nullable: true,
      description: 'The id of the series that it was divided from; only there if it was.',
      resolve: ({ series, parts }) => neighbours(series, parts).continues?._id,
    }),
    continuedBy: t.int({
      nullable: true,
      description: 'The id of the series that was divided from it; only there if one was.',
      resolve: ({ series, parts }) => neighbours(series, parts).continuedBy?._id,
    }),
    version: t.int({ description: RISES, resolve: ({ series }) => series.version }),
  }),
});

builder.objectFields(Event, (t) => ({
  series: t.field({
    type: EventSeries,
    nullable: true,
    complexity: { field: 1, multiplier: 1 },
    description:
      'The series that it is an occurrence of; null for a single event, and if the caller may not see the series.',
    resolve: (event, _, ctx) => seriesOf(event, ctx),
  }),
  originalStartsAt: t.field({
    ...moment(
      'When an occurrence starts by the rule of its series, wherever it was moved to, in the time zone of the event. Null for a single event.',
    ),
    nullable: true,
    resolve: ({ originalStartsAt, timezone }) =>
      originalStartsAt === undefined ? null : toIso(originalStartsAt, timezone),
  }),
  isException: t.boolean({
    description: 'Whether an occurrence has values of its own, which differ from its series.',
    resolve: ({ own }) => own !== undefined,
  }),
  seriesInEvent: t.field({
    type: SeriesInEventType,
    nullable: true,
    complexity: { field: 1, multiplier: 1 },
    ...forRest('series', 'The series of an occurrence; only there if the event is one.'),
    resolve: async (event, _, ctx) => {
      const series = await seriesOf(event, ctx);
      return series && { event, series, parts: await partsOf(series, ctx) };
    },
  }),
}));
