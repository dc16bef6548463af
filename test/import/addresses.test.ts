import { expect, test } from 'vitest';
import { isPublicAddress, mayConnect } from '../../src/http/public-address.ts';
import { isOfSite, maySignIn, type NamedSite, readSite } from '../../src/import/site/address.ts';

test.each([
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['::ffff:8.8.8.8', true],
  ['127.0.0.1', false],
  ['127.9.9.9', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['192.0.2.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::127.0.0.1', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['fc00::1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['ff02::1', false],
  ['4000::1', false],
  // Other spellings of 127.0.0.1.
  ['0x7f.1', false],
  ['2130706433', false],
  ['example.org', false],
])('%s is an address of the internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

const named = (text: string, how = {}) => readSite(text, how) as NamedSite;

test.each([
  ['https://example.org', '10.0.0.1', false],
  ['https://example.org', '93.184.215.14', true],
  // A name that means this machine today is not the address of it.
  ['https://rebound.example', '127.0.0.1', false],
  ['http://127.0.0.1:4000', '127.0.0.1', true],
  ['http://[::1]:4000', '::1', true],
  ['http://localhost:4000', '127.0.0.1', true],
  ['http://192.168.1.5', '192.168.1.5', true],
  // A URL spells an address in one way only.
  ['http://0x7f.1:4000', '127.0.0.1', true],
  ['http://8.8.8.8', '127.0.0.1', false],
])('%s may be asked at %s: %s', (site, address, may) => {
  expect(mayConnect(named(site), address)).toBe(may);
});

test('a site in a private network is asked where the operator says so', () => {
  expect(mayConnect(named('https://calendar.intra', { isPrivate: true }), '10.0.0.1')).toBe(true);
});

test.each([
  ['https://example.org', true],
  ['http://example.org', false],
  ['http://192.168.1.5', false],
  ['http://127.0.0.1:4000', true],
  ['http://[::1]', true],
  ['http://localhost', true],
  ['http://localhost.example.org', false],
])('credentials may be sent to %s: %s', (site, may) => {
  expect(maySignIn(named(site))).toBe(may);
});

test.each([
  ['https://example.org', 'https://example.org/wp-json/', true],
  ['https://example.org', 'https://www.example.org/', true],
  ['https://www.example.org', 'https://example.org/', true],
  ['http://example.org', 'https://www.example.org/', true],
  ['https://example.org', 'http://example.org/', false],
  ['https://example.org', 'https://api.example.org/', false],
  ['https://example.org', 'https://example.org.evil.example/', false],
  ['https://example.org', 'https://evil.example/', false],
  ['https://example.org', 'https://example.org:8443/', false],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4001/', false],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/x', true],
  ['https://example.org', 'https://ana:secret@example.org/', false],
  ['https://example.org', 'ftp://example.org/', false],
  ['https://example.org', 'file:///etc/passwd', false],
])('an import of %s follows %s: %s', (site, address, follows) => {
  expect(isOfSite(new URL(site), new URL(address))).toBe(follows);
});

test.each([
  ['events.csv', undefined],
  ['example.org', undefined],
  ['ftp://example.org', undefined],
  ['https://', expect.stringContaining('cannot be read')],
  ['https://ana:secret@example.org', expect.not.stringContaining('secret')],
])('%s names no site', (text, said) => {
  expect(readSite(text)).toEqual(said);
});
