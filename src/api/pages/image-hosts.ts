/** Which pictures pages show, besides those at the address of the site. */
export interface Images {
  /** Where pictures may come from, for a `Content-Security-Policy`. */
  sources: string;
  /** Whether a page shows the picture at this address. */
  shows(address: string): boolean;
}

/** Allows pictures of these hosts, or of all for `*`, and only by https, so that nobody can change them on their way. */
export function createImages(hosts: '*' | readonly string[]): Images {
  const sources = hosts === '*' ? ['https:'] : hosts.map((host) => `https://${host}`);
  return {
    sources: ["img-src 'self'", ...sources].join(' '),
    shows(address) {
      if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return false;
      // `host` includes any port other than that of https. The policy does not allow such a port either.
      return hosts === '*' || hosts.includes(new URL(address).host);
    },
  };
}
