import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';

/** A key of an issuer: what it signs with, and what it publishes. */
export interface IssuerKey {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  jwk: JWK;
}

/** An identity provider that tells of itself and of its keys, and signs what it is told to. */
export interface TestIssuer {
  /** `http://127.0.0.1:PORT` */
  url: string;
  key: IssuerKey;
  /** What else its document says. */
  more?: object;
  /** How often it was asked for its keys or its document. */
  questions: number;
  /** Publishes these keys from now on. */
  publish(...keys: readonly IssuerKey[]): void;
  /** Answers as usual, not at all, with 500, or not even the connection. */
  become(state: 'there' | 'hanging' | 'broken' | 'away'): Promise<void>;
  sign(payload: JWTPayload, header?: Partial<JWTHeaderParameters>, key?: IssuerKey): Promise<string>;
  close(): Promise<void>;
}

/** A new key with an id. */
export async function newKey(kid: string, alg = 'ES256'): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** Starts an issuer with a key of this algorithm, on a free port of the loopback interface. */
export async function startIssuer(alg = 'ES256'): Promise<TestIssuer> {
  const key = await newKey('first', alg);
  let published = [key];
  let state: Parameters<TestIssuer['become']>[0] = 'there';
  const send = (response: ServerResponse, body: object): void => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  };
  const server: Server = createServer((request, response) => {
    issuer.questions += 1;
    if (state === 'hanging') return;
    if (state === 'broken') return void response.writeHead(500).end();
    if (request.url === '/.well-known/openid-configuration')
      return send(response, { issuer: issuer.url, jwks_uri: `${issuer.url}/keys`, ...issuer.more });
    send(response, { keys: published.map(({ jwk }) => jwk) });
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer: TestIssuer = {
    url: `http://127.0.0.1:${port}`,
    key,
    questions: 0,
    publish(...keys) {
      published = [...keys];
    },
    async become(next) {
      state = next;
      if (next === 'away') await close();
      else if (!server.listening) await listen(port);
      server.closeAllConnections();
    },
    sign: (payload, header = {}, by = key) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: by.jwk.alg!, kid: by.jwk.kid!, typ: 'at+jwt', ...header })
        .sign(by.privateKey),
    close,
  };
  return issuer;
}
