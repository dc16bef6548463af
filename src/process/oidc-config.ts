import { ROLES, type Role } from '../domain/access.ts';
import { isInTokens } from '../http/auth/tokens.ts';
import { isLoopbackAddress } from '../http/public-address.ts';
import { listOf, webAddress, wrong } from './variable-values.ts';
import type { Variable } from './variables.ts';

/** What to demand of the access tokens of an identity provider, and what they tell. */
export interface OidcConfig {
  /** Its address, as its tokens name it: https, or http on this machine. */
  readonly issuer: string;
  /** A token must be for one of these. Default: the site's address, and that with `/mcp/user`. */
  readonly audiences: readonly string[];
  /** Where a token has the groups of its user: the keys that lead there. Default `roles`. */
  readonly rolesClaim: readonly string[];
  /** The role of each group that has one. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The scopes that clients ask for. */
  readonly scopes: readonly string[];
  /** The public client that our pages are to the provider. Absent: they only ask for passwords. */
  readonly clientId?: string;
}

/** Reads what the variables say of an identity provider, if they name one. @throws Error like `readConfig` */
export function oidcOf(siteUrl: string, text: (name: Variable) => string | undefined): OidcConfig | undefined {
  const issuer = text('OIDC_ISSUER');
  if (issuer === undefined) return undefined;
  const url = webAddress(issuer);
  if (!url || /[?#]/.test(issuer) || !isGuarded(url))
    throw wrong('OIDC_ISSUER', issuer, 'an https address (http only on this machine) without user, query and fragment');
  const audience = text('OIDC_AUDIENCE');
  // Some clients write the address of a site with a slash at the end.
  const audiences = audience === undefined ? [siteUrl, `${siteUrl}/`, `${siteUrl}/mcp/user`] : listOf(audience, ',');
  const claim = text('OIDC_ROLES_CLAIM') ?? '/roles';
  const rolesClaim = claim.startsWith('/')
    ? claim
        .slice(1)
        .split('/')
        .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'))
    : [claim];
  const scopes = listOf(text('OIDC_SCOPES') ?? '', ' ');
  // RFC 6749, section 3.3.
  if (!scopes.every((scope) => /^[!#-[\]-~]+$/.test(scope)))
    throw wrong('OIDC_SCOPES', scopes.join(' '), 'scopes with spaces between, without quotes and backslashes');
  const clientId = text('OIDC_CLIENT_ID');
  if (clientId && audiences.includes(clientId) && !scopes.some(isInTokens))
    throw wrong(
      'OIDC_SCOPES',
      scopes.join(' '),
      'a scope of the API beside an OIDC_CLIENT_ID that is in OIDC_AUDIENCE, because ID tokens are for that, too',
    );
  return Object.freeze({
    issuer,
    audiences,
    rolesClaim,
    roles: rolesOf(text('OIDC_ROLES') ?? ''),
    scopes,
    clientId,
  });
}

/** Whether what is read there cannot be changed on the way. */
const isGuarded = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));

function rolesOf(given: string): ReadonlyMap<string, Role> {
  // A group may have a = in its name.
  const pairs = listOf(given, ',').map(
    (pair) =>
      /^(.+)=(.+)$/
        .exec(pair)
        ?.slice(1)
        .map((part) => part.trim()) ?? [],
  );
  if (pairs.length > 0 && pairs.every(([group, role]) => group && ROLES.includes(role as Role)))
    return new Map(pairs as [string, Role][]);
  throw wrong(
    'OIDC_ROLES',
    given,
    `groups with their role beside OIDC_ISSUER, such as calendar-editors=editor,calendar-admins=administrator; a role is one of ${ROLES.join(', ')}`,
  );
}
