/** Headers that pages of other sites need to read answers, for the origins that may. The same at every door. */
export function createCors(origins: '*' | readonly string[]): (request: Request, response: Response) => Response {
  return (request, response) => {
    const origin = request.headers.get('origin');
    const { headers } = response;
    if (origins === '*') headers.set('Access-Control-Allow-Origin', '*');
    else {
      headers.append('Vary', 'Origin');
      if (origin === null || !origins.includes(origin)) return response;
      headers.set('Access-Control-Allow-Origin', origin);
    }
    headers.set(
      'Access-Control-Expose-Headers',
      'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, Allow, Content-Language',
    );
    headers.set(
      'Access-Control-Allow-Headers',
      'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, X-HTTP-Method-Override',
    );
    if (request.method === 'OPTIONS') {
      headers.set('Access-Control-Allow-Methods', 'OPTIONS, GET, POST, PUT, PATCH, DELETE');
      headers.set('Access-Control-Max-Age', '600');
    }
    return response;
  };
}
