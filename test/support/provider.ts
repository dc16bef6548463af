import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A real identity provider with any user who asks: each is in the group of their name. */
export interface RunningProvider {
  url: string;
  /** Signs somebody in as a browser does, from an address of the provider on, and returns where it sends them at last. */
  signIn(authorization: URL, login: string): Promise<URL>;
  close(): Promise<void>;
}

/** Starts one on a free port, for a site and the public client `pages`. Programs may register themselves. */
export async function startProvider(siteUrl: string, port = 0): Promise<RunningProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: 'pages',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${siteUrl}/signed-in`],
      },
    ],
    clientBasedCORS: () => true,
    cookies: { keys: ['of tests only'] },
    scopes: ['openid', 'offline_access', 'calendar'],
    extraTokenClaims: (_: unknown, { accountId }: { accountId: string }) => ({ roles: [accountId], name: accountId }),
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => siteUrl,
        useGrantedResource: () => true,
        getResourceServerInfo: (_: unknown, resource: string) => ({
          scope: 'calendar',
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
        }),
      },
    },
  });
  server.on('request', provider.callback());

  async function signIn(authorization: URL, login: string): Promise<URL> {
    const jar = new Map<string, string>();
    const forms = [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }].map(
      (fields) => new URLSearchParams(fields as Record<string, string>),
    );
    let [at, body]: [URL, URLSearchParams | undefined] = [authorization, undefined];
    for (let steps = 0; steps < 12; steps += 1) {
      const response = await fetch(at, {
        redirect: 'manual',
        headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(body && { method: 'POST', body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        jar.set(name!, value!);
      }
      const location = response.headers.get('location');
      body = undefined;
      if (location) at = new URL(location, at);
      else body = forms.shift();
      if (at.origin !== url) return at;
    }
    throw new Error(`The provider does not come to an end: ${at}`);
  }

  return {
    url,
    signIn,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
