import { type Message, message, type Pattern, type ValuesOf } from './message.ts';

/**
 * Every code of a problem with a field: what it means, and the code that clients of the reference know it under, if that is another.
 */
const PROBLEMS = {
  missing: ['A required value was not sent.'],
  empty: ['The value is empty.'],
  invalid_type: ['The value is of another type.', 'rest_invalid_type'],
  invalid: ['The value is not accepted.'],
  invalid_text: ['The text has characters that it must not have.'],
  invalid_number: ['It is not a whole number, or too small.'],
  invalid_date: ['It is not a date, or one that is not possible here.'],
  invalid_order: ['The end is before the start.'],
  invalid_timezone: ['It is not the name of a time zone.'],
  invalid_url: ['It is not an absolute URL that a link may have.'],
  invalid_email: ['It is not an email address.'],
  invalid_image: ['It is not an image, or the caller may not use it.'],
  invalid_status: ['It is not a status, or the caller may not ask for it.'],
  invalid_key: ['It cannot be the key of a custom field.'],
  invalid_place: ['It is not a place on the globe.'],
  invalid_range: ['It is not a range of prices.'],
  invalid_rule: ['It is not a recurrence rule, or one that gives no dates here.'],
  invalid_cursor: ['It is not a cursor of this list.'],
  invalid_format: ['It does not have the required form.'],
  not_in_enum: ['It is none of the allowed words.', 'rest_not_in_enum'],
  out_of_range: ['The number or the range is too small or too large.'],
  too_few_items: ['The list has too few values.', 'rest_too_few_items'],
  too_many_items: ['The list has too many values.', 'rest_too_many_items'],
  too_many_words: ['The search has too many words.'],
  too_long: ['The text is too long.', 'rest_too_long'],
  too_complex: ['The filter has too many parts.'],
  unknown: ['It names something that does not exist, or that the caller may not see or make.'],
  duplicate: ['Another record has this value already.'],
  reserved: ['The name is taken by the API.'],
  at_odds: ['The value contradicts another one that was sent.'],
  forbidden: ['The caller may not choose this value.'],
} as const satisfies Record<string, readonly [meaning: string, inRest?: string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One thing that is wrong with one field. `field` is its key in the field table; each API shows its own name for it. */
export interface Problem {
  field: string;
  /** Why, for programs. GraphQL shows it as is, in payloads in capitals, and REST as `wireProblemCode` says. */
  code: ProblemCode;
  /** Why, for people: one sentence, without the name of the field. */
  message: Message;
  /** In a field with values by key: the key of the wrong value. */
  key?: string;
  /** Whether the field is part of the reference to a record. */
  inRef?: true;
  /** The place in this field: names, and in lists numbers from 0. Only GraphQL shows it. */
  at?: readonly (string | number)[];
  /** The problems of the record inside this field. There, `field` is the key in that record's table. */
  inside?: readonly Problem[];
}

/** All problems in one line of English. */
export const inOneLine = (problems: readonly Pick<Problem, 'field' | 'message' | 'inside'>[]): string =>
  problems.map(({ field, message, inside }) => `${field}: ${inside ? inOneLine(inside) : message}`).join(' ');

/** The argument of a write that an error is about. */
type Subject = 'ref' | 'ifVersion';

/**
 * The errors of each kind of record that events link to, with `*` for the kind. Each has its wire code and status, and what it means
 * if payloads report it. The longest comes first.
 */
const LINKED_CODES = {
  'BLANK_*_NAME': ['could-not-create-*', 400, 'The name of the new * is blank.'],
  'BLANK_*_RENAME': ['could-not-update-*', 400, 'The new name of the * is blank.'],
  '*_PAGE_NOT_FOUND': ['*-archive-page-not-found', 404],
  '*_NOT_FOUND': ['*-not-found', 404, 'There is no such *.', 'ref'],
  '*_NOT_ACCESSIBLE': ['*-not-accessible', 403],
  '*_ALREADY_TRASHED': ['*-is-in-trash', 410, 'The * is in the trash already.', 'ref'],
} as const satisfies Record<string, readonly [wire: string, status: number, tells?: string, about?: Subject]>;

type Named<Form> = Form extends `${infer Before}*${infer After}` ? `${Before}${string}${After}` : never;

/** The errors named after a kind: `VENUE_NOT_FOUND`, `BLANK_VENUE_NAME`. */
type LinkedCode = Named<keyof typeof LINKED_CODES>;

/**
 * Every error the calendar raises on purpose, with its code on the wire and its HTTP status.
 * A wire code with two statuses (`rest_forbidden`) is two codes here. A route may report an unknown record as a bad parameter of
 * its path instead (`unknown` of its row). `request` marks an error that refuses the whole request: it sets GraphQL's HTTP status too.
 * In place of an error with `problems`, the payload of a mutation has each of them. Any other text says what the error means in a
 * payload, so that its sender can correct it. Without one, GraphQL reports the error beside the data. The last word is the argument that
 * the error is about.
 * Source of the wire codes: clients of the interface match them.
 */
const CODES = {
  MISSING_FIELD: ['rest_missing_callback_param', 400, 'problems'],
  INVALID_FIELD: ['rest_invalid_param', 400, 'problems'],
  INVALID_JSON: ['rest_invalid_json', 400, 'request'],
  INVALID_FORM: ['rest_invalid_form', 400],
  INVALID_CALLBACK: ['rest_callback_invalid', 400],
  NO_ROUTE: ['rest_no_route', 404],
  BAD_CREDENTIALS: ['incorrect_password', 401, 'request'],
  UNAUTHENTICATED: ['rest_forbidden', 401],
  NOT_LOGGED_IN: ['rest_not_logged_in', 401],
  FORBIDDEN: ['rest_forbidden', 403],
  EVENT_NOT_FOUND: ['rest-event-not-found', 404, 'There is no such event.', 'ref'],
  CATEGORY_NOT_FOUND: ['rest_term_invalid', 404, 'There is no such category.', 'ref'],
  TAG_NOT_FOUND: ['rest_term_invalid', 404, 'There is no such tag.', 'ref'],
  IMAGE_NOT_FOUND: ['rest_post_invalid_id', 404, 'There is no such image, or the caller may not see it.', 'ref'],
  POST_NOT_FOUND: ['rest_post_invalid_id', 404, undefined, 'ref'],
  NO_SUCH_PAGE: ['rest_post_invalid_page_number', 400],
  IMAGE_IN_USE: ['rest_image_in_use', 409, 'Records show the image.'],
  UPLOAD_MISSING: ['rest_upload_no_data', 400],
  UPLOAD_UNNAMED: ['rest_upload_no_content_disposition', 400],
  NO_TRASH: ['rest_trash_not_supported', 501],
  NOT_AN_EVENT: ['rest-invalid-event-id', 400, 'The id belongs to a record of another kind.', 'ref'],
  EVENT_TRASHED: ['event-no-longer-available', 403],
  EVENT_NOT_ACCESSIBLE: ['event-not-accessible', 403],
  EVENT_ALREADY_TRASHED: ['event-is-in-trash', 410, 'The event is in the trash already.', 'ref'],
  EVENT_PAGE_NOT_FOUND: ['event-archive-page-not-found', 404],
  SERIES_NOT_FOUND: ['series-not-found', 404, 'There is no such series.', 'ref'],
  SERIES_NOT_ACCESSIBLE: ['series-not-accessible', 403],
  SERIES_ALREADY_TRASHED: ['series-is-in-trash', 410, 'The series is in the trash already.', 'ref'],
  BLANK_TITLE: ['empty_content', 400, 'The title is blank.'],
  BLANK_TERM_NAME: ['empty_term_name', 400, 'The name of the category or tag is blank.'],
  NO_NAMESPACE: ['rest_invalid_namespace', 404],
  TERM_EXISTS: ['term_exists', 400, 'There is a category or tag with this name already.'],
  DUPLICATE_TERM_SLUG: ['duplicate_term_slug', 400, 'Another category or tag has this slug.'],
  CONFLICT: [
    'rest_precondition_failed',
    412,
    'The record was changed after it was read. The payload has it as it is.',
    'ifVersion',
  ],
  IDEMPOTENCY_CONFLICT: ['rest_idempotency_conflict', 422, 'request'],
  REQUEST_IN_PROGRESS: ['rest_request_in_progress', 409, 'request'],
  RESYNC: ['rest_resync', 410],
  NOT_HIERARCHICAL: ['rest_taxonomy_not_hierarchical', 400],
  CROSS_SITE: ['rest_cross_site', 403, 'request'],
  TOO_MANY_REQUESTS: ['rest_too_many_requests', 429, 'request'],
  TOO_LARGE: ['rest_body_too_large', 413, 'request'],
  METHOD_NOT_ALLOWED: ['rest_method_not_allowed', 405],
  REQUEST_TIMEOUT: ['rest_request_timeout', 408],
  QUERY_TOO_COMPLEX: ['rest_query_too_complex', 400, 'request'],
  NO_PICTURES: ['rest_upload_unavailable', 501],
  UNAVAILABLE: ['rest_unavailable', 503, 'request'],
  DAMAGED_RECORD: ['rest_damaged_record', 500],
  INTERNAL: ['rest_internal_error', 500],
} as const satisfies Record<
  string,
  readonly [wire: string, status: number, tells?: string | undefined, about?: Subject]
>;

/** An HTTP status that an error of ours may have. */
export type ErrorStatus = (typeof CODES)[keyof typeof CODES][1];

/** The codes of our errors, as GraphQL shows them in `extensions.code`. */
export type ErrorCode = keyof typeof CODES | LinkedCode;

type Row = readonly [wire: string, status: ErrorStatus, tells?: string | undefined, about?: Subject | undefined];

const LINKED_ROWS = Object.entries(LINKED_CODES).map(
  ([form, row]) => [new RegExp(`^${form.replace('*', '(.+)')}$`), row as Row] as const,
);

function rowOf(code: ErrorCode): Row {
  if (code in CODES) return CODES[code as keyof typeof CODES];
  for (const [form, [wire, status, tells, about]] of LINKED_ROWS) {
    const kind = form.exec(code)?.[1]?.toLowerCase();
    if (kind !== undefined) return [wire.replace('*', kind), status, tells?.replace('*', kind), about];
  }
  throw new Error(`There is no error ${code}.`);
}

/** The code that REST clients match. */
export const wireCode = (code: ErrorCode): string => rowOf(code)[0];

/** The error for a record that does not exist: the same by id and by slug. */
export const notFoundCode = (kind: string): ErrorCode => codeOf(kind, 'NOT_FOUND');

/** The code of an error named after a kind: `VENUE_NOT_FOUND`. */
export const codeOf = <What extends string>(kind: string, what: What): `${string}_${What}` =>
  `${kind.toUpperCase()}_${what}`;

/** The code of a problem that REST clients match. */
export const wireProblemCode = (code: ProblemCode): string => PROBLEMS[code][1] ?? code;

/** The HTTP status of an error at the REST API. */
export const httpStatus = (code: ErrorCode): ErrorStatus => rowOf(code)[1];

/** Whether an error refuses the whole request, not one field of it. */
export const refusesRequest = (code: ErrorCode): boolean => rowOf(code)[2] === 'request';

/** The argument of a write that an error without problems is about, if it is about one. */
export const subjectOf = (code: ErrorCode): Subject | undefined => rowOf(code)[3];

/** Whether an error only sums up problems with fields, which payloads report each by its own code. */
export const sumsUp = (code: ErrorCode): boolean => rowOf(code)[2] === 'problems';

/** Whether payloads report an error: whoever sent the write can correct it. */
export const isCorrectable = (code: ErrorCode): boolean => rowOf(code)[2] !== undefined && !refusesRequest(code);

/** Every code that payloads report, with what it means. `linked` are the kinds of records that events link to. */
export function payloadCodes(linked: readonly string[]): Record<string, string> {
  const named = linked.flatMap((kind) =>
    Object.keys(LINKED_CODES).map((form) => form.replace('*', kind.toUpperCase())),
  );
  const codes = [...Object.keys(CODES), ...named] as ErrorCode[];
  return Object.fromEntries([
    ...Object.entries(PROBLEMS).map(([code, [meaning]]) => [code.toUpperCase(), meaning]),
    ...codes.filter((code) => isCorrectable(code) && !sumsUp(code)).map((code) => [code, rowOf(code)[2]]),
  ]);
}

/** Makes something of a field, and of what is wrong with it. */
export type Telling<R> = <P extends Pattern>(
  field: string,
  code: ProblemCode,
  ...said: [pattern: P, ...values: ValuesOf<P>]
) => R;

/** One problem with a field. */
export const problem: Telling<Problem> = (field, code, ...said) => ({ field, code, message: message(...said) });

/** An error a caller can act on. Anything else that is thrown is a fault of ours: logged once, shown without detail. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly code: ErrorCode,
    /** For people. The `message` of the error is the same in English. */
    readonly said: Message,
    readonly problems: readonly Problem[] = [],
    /** Facts for programs beside the code (`termId`, `viewerCan`, `retryAfter` in seconds). */
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(String(said));
  }
}

/** An existing record prevents a write. By default, because it changed after its writer read it. */
export class Conflict extends DomainError {
  constructor(
    /** The record as it is now. */
    readonly current: object,
    {
      code = 'CONFLICT',
      said = 'The record was changed after it was read.',
      facts,
    }: Partial<Pick<DomainError, 'code' | 'said' | 'facts'>> = {},
  ) {
    super(code, said, [], facts);
  }
}

/** The error for a caller without a right: FORBIDDEN, or UNAUTHENTICATED for a visitor. */
export const lacksRight = (viewer: object | undefined, facts: DomainError['facts'] = {}): DomainError =>
  viewer
    ? new DomainError('FORBIDDEN', 'This needs rights that you do not have.', [], facts)
    : new DomainError('UNAUTHENTICATED', 'This needs a user name and a password.', [], facts);

/** The error for a body larger than this many bytes. */
export const tooLarge = (limit: number): DomainError =>
  new DomainError('TOO_LARGE', message('A body may have {0} bytes at the most.', limit));

/** The error for a body that does not come, or comes too slowly. */
export const tooSlow = (): DomainError => new DomainError('REQUEST_TIMEOUT', 'The body did not come in time.');

/** The error for a request that took longer than this many milliseconds. */
export const tookTooLong = (most: number): DomainError =>
  new DomainError('UNAVAILABLE', message('The request took longer than {0} seconds and was given up.', most / 1000));

/** The error for a request that finds no room beside the others. */
export const tooBusy = (): DomainError =>
  new DomainError('UNAVAILABLE', 'Too many requests are being answered at this moment. Please try again soon.');

/** The error when a picture could not be read in time because of other work of the machine. It comes with `retryAfter`. */
export const machineBusy = (): DomainError =>
  new DomainError('UNAVAILABLE', 'The machine is too busy to read the picture. Please try again soon.', [], {
    retryAfter: 10,
  });

/** The error when the disk, or the user's share of it, is full. */
export const noRoom = (): DomainError =>
  new DomainError('UNAVAILABLE', 'There is no room to store anything at the moment. Please try again later.');

/** The error for a key whose first request has no answer yet. */
export const stillRunning = (): DomainError =>
  new DomainError('REQUEST_IN_PROGRESS', 'A request with this Idempotency-Key still runs. Please try again soon.', [], {
    retryAfter: 1,
  });
