import { escapeHtml } from '../domain/html.ts';
import type { TokenRules } from './auth/tokens.ts';

/** How pages sign people in at an identity provider. */
export interface SignIn {
  /** The element that becomes a form, on a page that is `at` from the root of the site (empty, or `../`). */
  place(at: string): string;
  /** Where the page may send requests: here, and to the provider. */
  connectSources(): string;
  /** Whether there is a provider that knows our pages. */
  hasProvider: boolean;
}

/** `tokenOrigin` is where the provider gives tokens, once that is known. */
export function createSignIn(
  oidc: (TokenRules & { clientId?: string }) | undefined,
  tokenOrigin: () => string | undefined,
): SignIn {
  const client = oidc?.clientId;
  const provider = client === undefined ? undefined : oidc;
  // Some providers refuse a token for an address that they do not know (RFC 8707).
  const resource = provider?.audiences.find((audience) => /^https?:/.test(audience));
  const said = provider && { issuer: provider.issuer, client, scope: provider.scopes.join(' '), resource };
  const written = Object.entries(said ?? {})
    .map(([name, value]) => (value ? ` data-${name}="${escapeHtml(value)}"` : ''))
    .join('');
  return {
    place: (at) => `<div id="sign-in" data-at="${at}"${written}></div>`,
    connectSources() {
      const origins = provider ? [new URL(provider.issuer).origin, tokenOrigin()] : [];
      return ['connect-src', "'self'", ...new Set(origins.filter((origin) => origin !== undefined))].join(' ');
    },
    hasProvider: provider !== undefined,
  };
}

/** Styles of the form. GraphiQL fills what is left of the window. */
export const SIGN_IN_STYLE = `
#sign-in { box-sizing: border-box; height: 3rem; overflow-x: auto; font: 0.875rem/1.25rem system-ui, sans-serif; }
#sign-in form { display: flex; gap: 0.75rem; align-items: center; min-width: max-content; height: 100%; padding: 0 0.75rem; }
#sign-in fieldset { display: contents; }
#sign-in [hidden] { display: none; }
#sign-in input { width: 9rem; margin-left: 0.25rem; padding: 0.25rem; font: inherit; }
#sign-in button { padding: 0.25rem 0.75rem; font: inherit; }
#sign-in ~ #root > .graphiql-container { height: calc(100dvh - 3rem); }
`;

/**
 * Signs people in: at the provider, by authorization code with PKCE in a window of its own (RFC 7636, RFC 9700), or with a name
 * and a password. What it gets is in memory only. It goes with every request of the page to this calendar that has no
 * `Authorization` of its own, so it must be the first script of its page. On the page `signed-in` it hands over what the provider says:
 * by a channel, because a provider may cut the window off from its opener.
 */
export const SIGN_IN_SCRIPT = `(() => {
const channel = new BroadcastChannel('signed-in');
if (location.pathname.endsWith('/signed-in')) {
  channel.postMessage(Object.fromEntries(new URLSearchParams(location.search)));
  history.replaceState(null, '', location.pathname);
  close();
  return;
}

const place = document.querySelector('#sign-in');
const { at, issuer, client, scope, resource } = place.dataset;
const root = new URL(at + '.', location.href).href;
const send = self.fetch.bind(self);
place.innerHTML = '<form><fieldset>' + (issuer ? '<button type="button">Sign in</button> or' : '')
  + ' <label>Name <input autocomplete="username" required></label>'
  + ' <label>Password <input type="password" autocomplete="current-password" required></label>'
  + ' <button>Log in</button></fieldset><button type="button" hidden>Sign out</button> <output></output></form>';
const form = place.firstChild;
const [fieldset, out, output] = form.children;
const [name, password] = form.querySelectorAll('input');

let held;
function hold(next, text = '') {
  held = next;
  fieldset.hidden = !!next;
  out.hidden = !next;
  output.textContent = text;
}

let found;
async function provider() {
  if (found) return found;
  const answer = await send(issuer.replace(/\\/$/, '') + '/.well-known/openid-configuration');
  found = await answer.json();
  return found;
}

async function take(fields) {
  const { token_endpoint } = await provider();
  const body = new URLSearchParams({ client_id: client, ...(resource && { resource }), ...fields });
  const answer = await (await send(token_endpoint, { method: 'POST', body })).json();
  if (!answer.access_token) throw new Error(answer.error_description || answer.error || 'The provider gave no token.');
  return {
    authorization: 'Bearer ' + answer.access_token,
    refresh: answer.refresh_token || fields.refresh_token,
    until: Date.now() + answer.expires_in * 1000,
  };
}

let renewing;
const renew = () => renewing ||= take({ grant_type: 'refresh_token', refresh_token: held.refresh })
  .then((next) => { if (held) held = next; })
  .catch(() => hold(undefined, 'Your sign-in has ended. Sign in again.'))
  .finally(() => { renewing = undefined; });

async function credential() {
  if (held?.refresh && held.until < Date.now() + 30000) await renew();
  if (held?.until < Date.now()) hold(undefined, 'Your sign-in has ended. Sign in again.');
  return held?.authorization;
}

self.fetch = async (input, init) => {
  if (!held || !new URL(input.url || input, location.href).href.startsWith(root)) return send(input, init);
  const headers = new Headers(init?.headers || input.headers);
  const authorization = headers.has('Authorization') ? undefined : await credential();
  if (authorization) headers.set('Authorization', authorization);
  return send(input, { ...init, headers });
};

/** Says who it is, or why that does not count. */
async function greet(next) {
  const answer = await send(root + 'graphql', {
    method: 'POST',
    headers: { Authorization: next.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { role user { name displayName } } }' }),
  });
  const { data, errors } = await answer.json();
  if ([401, 403, 429, 503].includes(answer.status)) return hold(undefined, errors?.[0]?.message || 'That is not possible now.');
  const { role, user } = data?.viewer || {};
  hold(next, user ? 'Signed in as ' + (user.displayName || user.name) + ' (' + role.toLowerCase() + ')' : 'Signed in');
}

const coded = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '');
const random = () => coded(crypto.getRandomValues(new Uint8Array(32)));

async function signIn() {
  const opened = open('', '_blank', 'popup,width=520,height=720');
  if (!opened) throw new Error('The browser opened no window. Allow this page to open one.');
  try {
    const [state, verifier] = [random(), random()];
    const known = await provider();
    const address = new URL(known.authorization_endpoint);
    const redirect_uri = root + 'signed-in';
    const asked = {
      response_type: 'code', client_id: client, redirect_uri, state, scope, resource, code_challenge_method: 'S256',
      code_challenge: coded(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))),
    };
    for (const [key, value] of Object.entries(asked)) if (value) address.searchParams.set(key, value);
    const back = new Promise((done) => {
      channel.onmessage = ({ data }) => data.state === state && done(data);
    });
    opened.location = address.href;
    const { code, error, error_description, iss } = await back;
    if (error) throw new Error(error_description || error);
    // RFC 9207: the answer of another provider.
    if (iss && iss !== known.issuer) throw new Error('Another provider has answered.');
    await greet(await take({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier }));
  } catch (error) {
    opened.close();
    throw error;
  }
}

const saying = (work) => work.catch((error) => hold(undefined, error.message));
out.onclick = () => hold(undefined);
if (issuer) fieldset.querySelector('button').onclick = () => saying(signIn());
form.onsubmit = (event) => {
  event.preventDefault();
  const pair = new TextEncoder().encode(name.value + ':' + password.value);
  password.value = '';
  saying(greet({ authorization: 'Basic ' + btoa(String.fromCharCode(...pair)) }));
};
})();
`;
