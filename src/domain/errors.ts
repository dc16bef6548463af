/** One thing that is wrong with one field. `field` is its key in the field table; each API shows its own name for it. */
export interface Problem {
  field: string;
  /** Why, for programs: `invalid_type`, `unknown`, … GraphQL shows it as is, REST as `wireProblemCode` says. */
  code: string;
  /** Why, for people: one sentence, without the name of the field. */
  message: string;
  /** In a field with values by key: the key of the wrong value. */
  key?: string;
  /** Whether the field is part of the reference to a record. */
  inRef?: true;
  /** The place in this field: names, and in lists numbers from 0. Only GraphQL shows it. */
  at?: readonly (string | number)[];
  /** The problems of the record inside this field. There, `field` is the key in that record's table. */
  inside?: readonly Problem[];
}

/** All problems in one line. */
export const inOneLine = (problems: readonly Pick<Problem, 'field' | 'message'>[]): string =>
  problems.map(({ field, message }) => `${field}: ${message}`).join(' ');

/** The errors of each kind of record that events link to. Each is named after its kind: `VENUE_NOT_FOUND`, `BLANK_VENUE_NAME`. */
type LinkedCode =
  | `${string}_${'NOT_FOUND' | 'NOT_ACCESSIBLE' | 'ALREADY_TRASHED' | 'PAGE_NOT_FOUND'}`
  | `BLANK_${string}_${'NAME' | 'RENAME'}`;

/** The wire code and status of each of them. The longest pattern comes first. */
const LINKED_CODES: readonly (readonly [code: RegExp, wire: (kind: string) => string, status: ErrorStatus])[] = [
  [/^BLANK_(.+)_NAME$/, (kind) => `could-not-create-${kind}`, 400],
  [/^BLANK_(.+)_RENAME$/, (kind) => `could-not-update-${kind}`, 400],
  [/^(.+)_PAGE_NOT_FOUND$/, (kind) => `${kind}-archive-page-not-found`, 404],
  [/^(.+)_NOT_FOUND$/, (kind) => `${kind}-not-found`, 404],
  [/^(.+)_NOT_ACCESSIBLE$/, (kind) => `${kind}-not-accessible`, 403],
  [/^(.+)_ALREADY_TRASHED$/, (kind) => `${kind}-is-in-trash`, 410],
];

/**
 * Every error the calendar raises on purpose, with its code on the wire and its HTTP status.
 * A wire code with two statuses (`rest_forbidden`) is two codes here. A route may report an unknown record as a bad parameter of
 * its path instead (`unknown` of its row). `request` marks an error that refuses the whole request: it sets GraphQL's HTTP status too.
 * Source of the wire codes: clients of the interface match them.
 */
const CODES = {
  MISSING_FIELD: ['rest_missing_callback_param', 400],
  INVALID_FIELD: ['rest_invalid_param', 400],
  INVALID_JSON: ['rest_invalid_json', 400, 'request'],
  INVALID_FORM: ['rest_invalid_form', 400],
  INVALID_CALLBACK: ['rest_callback_invalid', 400],
  NO_ROUTE: ['rest_no_route', 404],
  BAD_CREDENTIALS: ['incorrect_password', 401, 'request'],
  UNAUTHENTICATED: ['rest_forbidden', 401],
  NOT_LOGGED_IN: ['rest_not_logged_in', 401],
  FORBIDDEN: ['rest_forbidden', 403],
  EVENT_NOT_FOUND: ['rest-event-not-found', 404],
  CATEGORY_NOT_FOUND: ['rest_term_invalid', 404],
  TAG_NOT_FOUND: ['rest_term_invalid', 404],
  IMAGE_NOT_FOUND: ['rest_post_invalid_id', 404],
  NOT_AN_EVENT: ['rest-invalid-event-id', 400],
  EVENT_TRASHED: ['event-no-longer-available', 403],
  EVENT_NOT_ACCESSIBLE: ['event-not-accessible', 403],
  EVENT_ALREADY_TRASHED: ['event-is-in-trash', 410],
  EVENT_PAGE_NOT_FOUND: ['event-archive-page-not-found', 404],
  BLANK_TITLE: ['empty_content', 400],
  BLANK_TERM_NAME: ['empty_term_name', 400],
  NO_NAMESPACE: ['rest_invalid_namespace', 404],
  TERM_EXISTS: ['term_exists', 400],
  DUPLICATE_TERM_SLUG: ['duplicate_term_slug', 400],
  CONFLICT: ['rest_precondition_failed', 412],
  IDEMPOTENCY_CONFLICT: ['rest_idempotency_conflict', 422, 'request'],
  REQUEST_IN_PROGRESS: ['rest_request_in_progress', 409, 'request'],
  RESYNC: ['rest_resync', 410],
  NOT_HIERARCHICAL: ['rest_taxonomy_not_hierarchical', 400],
  CROSS_SITE: ['rest_cross_site', 403, 'request'],
  TOO_MANY_REQUESTS: ['rest_too_many_requests', 429, 'request'],
  TOO_LARGE: ['rest_body_too_large', 413, 'request'],
  REQUEST_TIMEOUT: ['rest_request_timeout', 408],
  QUERY_TOO_COMPLEX: ['rest_query_too_complex', 400, 'request'],
  UNAVAILABLE: ['rest_unavailable', 503, 'request'],
  DAMAGED_RECORD: ['rest_damaged_record', 500],
  INTERNAL: ['rest_internal_error', 500],
} as const satisfies Record<string, readonly [wire: string, status: number, refuses?: 'request']>;

/** An HTTP status that an error of ours may have. */
export type ErrorStatus = (typeof CODES)[keyof typeof CODES][1];

/** The codes of our errors, as GraphQL shows them in `extensions.code`. */
export type ErrorCode = keyof typeof CODES | LinkedCode;

function wireForm(code: ErrorCode): readonly [wire: string, status: ErrorStatus, refuses?: 'request'] {
  if (code in CODES) return CODES[code as keyof typeof CODES];
  for (const [pattern, wire, status] of LINKED_CODES) {
    const [, kind] = pattern.exec(code) ?? [];
    if (kind !== undefined) return [wire(kind.toLowerCase()), status];
  }
  throw new Error(`There is no error ${code}.`);
}

/** The code that REST clients match. */
export const wireCode = (code: ErrorCode): string => wireForm(code)[0];

/** The error for a record that does not exist: the same by id and by slug. */
export const notFoundCode = (kind: string): ErrorCode => codeOf(kind, 'NOT_FOUND');

/** The code of an error named after a kind: `VENUE_NOT_FOUND`. */
export const codeOf = <What extends string>(kind: string, what: What): `${string}_${What}` =>
  `${kind.toUpperCase()}_${what}`;

/** The codes of problems that clients of the reference know under another name. */
const PROBLEM_CODES: Readonly<Record<string, string>> = {
  invalid_type: 'rest_invalid_type',
  not_in_enum: 'rest_not_in_enum',
  too_few_items: 'rest_too_few_items',
  too_many_items: 'rest_too_many_items',
  too_long: 'rest_too_long',
};

/** The code of a problem that REST clients match. */
export const wireProblemCode = (code: string): string => PROBLEM_CODES[code] ?? code;

/** The HTTP status of an error at the REST API. */
export const httpStatus = (code: ErrorCode): ErrorStatus => wireForm(code)[1];

/** Whether an error refuses the whole request, not one field of it. */
export const refusesRequest = (code: ErrorCode): boolean => wireForm(code)[2] === 'request';

/** Whether whoever sent a write can correct it: something is invalid, missing or in conflict. */
export function isCorrectable(code: ErrorCode): boolean {
  const status = httpStatus(code);
  return status < 500 && status !== 401 && status !== 403 && !refusesRequest(code);
}

/** An error a caller can act on. Anything else that is thrown is a fault of ours: logged once, shown without detail. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly problems: readonly Problem[] = [],
    /** Facts for programs beside the code (`termId`, `viewerCan`, `retryAfter` in seconds). */
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** An existing record prevents a write. By default, because it changed after its writer read it. */
export class Conflict extends DomainError {
  constructor(
    /** The record as it is now. */
    readonly current: object,
    {
      code = 'CONFLICT',
      message = 'The record was changed after it was read.',
      facts,
    }: Partial<Pick<DomainError, 'code' | 'message' | 'facts'>> = {},
  ) {
    super(code, message, [], facts);
  }
}

/** The error for a body larger than this many bytes. */
export const tooLarge = (limit: number): DomainError =>
  new DomainError('TOO_LARGE', `A body may have ${limit} bytes at the most.`);

/** The error for a body that does not come, or comes too slowly. */
export const tooSlow = (): DomainError => new DomainError('REQUEST_TIMEOUT', 'The body did not come in time.');

/** The error for a key whose first request has no answer yet. */
export const stillRunning = (): DomainError =>
  new DomainError('REQUEST_IN_PROGRESS', 'A request with this Idempotency-Key still runs. Please try again soon.', [], {
    retryAfter: 1,
  });
