import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import { inside, type RecordLink } from '../../fields/links.ts';
import { mayRead } from '../../rules/access.ts';
import type { CategoryService } from '../category/service.ts';
import type { LinkedService } from '../post/linked.ts';
import type { LinkedRecord } from '../post/record.ts';
import type { Repository } from '../repository.ts';
import type { TagService } from '../tag/service.ts';
import type { VenueRecord } from '../venue/record.ts';
import type { EventInput, EventPatch } from './fields.ts';
import type { EventRecord } from './record.ts';

type Linked = Pick<LinkedService<LinkedRecord, never, never>, 'problems' | 'make' | 'publishDrafts'>;

/** The resources that events name, as the event service needs them. */
export interface LinkDeps {
  venues: Repository<VenueRecord>;
  organizers: Repository<LinkedRecord>;
  venueService: Linked;
  organizerService: Linked;
  categoryService: CategoryService;
  tagService: TagService;
}

type Links = Pick<EventRecord, 'venues' | 'organizers' | 'categories' | 'tags'>;
type LinkValues = Pick<EventInput | EventPatch, 'venues' | 'organizers' | 'categories' | 'tags'>;

interface Linking {
  /** What is wrong with the records that valid links name, and with new ones inside of them. */
  problems(values: LinkValues, ctx: Context): Promise<Problem[]>;
  /** The links of the event after `values`; records inside of them are made. Part of the event's unit. */
  link(values: LinkValues, before: Links | undefined, ctx: Context): Promise<Links>;
  /** Publishes the drafts and pending ones that an event links, of those that the caller may publish. Part of its unit. */
  publish(links: Links, ctx: Context): Promise<void>;
}

export function createLinking({
  venues,
  organizers,
  venueService,
  organizerService,
  categoryService,
  tagService,
}: LinkDeps): Linking {
  const kinds = {
    venues: { repository: venues, service: venueService },
    organizers: { repository: organizers, service: organizerService },
  };

  async function recordProblems(
    field: keyof typeof kinds,
    links: readonly RecordLink[],
    ctx: Context,
  ): Promise<Problem[]> {
    const { repository, service } = kinds[field];
    const ids = links.flatMap(({ id }) => (id == null ? [] : [id]));
    const known = new Set((await repository.byIds(ids)).map(({ _id }) => _id));
    const unknown = ids.some((id) => !known.has(id));
    if (unknown) return [{ field, code: 'unknown', message: 'Names a record that is not there.' }];
    for (const { create } of links) {
      const problems = create ? await service.problems(create, ctx) : [];
      if (problems.length) return [{ field, ...inside(problems) }];
    }
    return [];
  }

  /** What was sent, and behind it the links that the caller cannot see and so cannot mean to take away. */
  async function records(
    field: keyof typeof kinds,
    links: readonly RecordLink[] | null | undefined,
    before: readonly number[],
    ctx: Context,
  ): Promise<number[]> {
    if (links === undefined) return [...before];
    const { repository, service } = kinds[field];
    const ids: number[] = [];
    for (const { id, create } of links ?? []) {
      if (id != null) ids.push(id);
      else if (create) ids.push((await service.make(create, ctx))._id);
    }
    const hidden = (await repository.byIds(before)).filter((record) => !shownIn(record, ctx)).map(({ _id }) => _id);
    return [...new Set([...ids, ...before.filter((id) => hidden.includes(id))])];
  }

  return {
    async problems(values, ctx) {
      return [
        ...(await categoryService.linkProblems('categories', values.categories, ctx)),
        ...(await tagService.linkProblems('tags', values.tags, ctx)),
        ...(await recordProblems('venues', values.venues ?? [], ctx)),
        ...(await recordProblems('organizers', values.organizers ?? [], ctx)),
      ];
    },
    async link(values, before, ctx) {
      const { categories, tags } = values;
      // In the order in which what they keep is recounted: units that write the same records do so one after the other.
      return {
        categories:
          categories === undefined ? (before?.categories ?? []) : await categoryService.link(categories ?? [], ctx),
        tags: tags === undefined ? (before?.tags ?? []) : await tagService.link(tags ?? [], ctx),
        venues: await records('venues', values.venues, before?.venues ?? [], ctx),
        organizers: await records('organizers', values.organizers, before?.organizers ?? [], ctx),
      };
    },
    async publish(event, ctx) {
      await venueService.publishDrafts(event.venues, ctx);
      await organizerService.publishDrafts(event.organizers, ctx);
    },
  };
}

/** Whether an event shows this venue or organizer to the caller: one in the trash never. */
export const shownIn = (record: LinkedRecord, { viewer, now }: Pick<Context, 'viewer' | 'now'>): boolean =>
  record.status !== 'trash' && mayRead(viewer, record, now);
