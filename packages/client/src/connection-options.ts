import { BASE_PATH } from '@palatine/contract';

/** The address of the service without a slash at the end. Throws a TypeError that says what would be right. */
export function serviceUrl(text: string): string {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const meant =
      parseUrl(`http://${text}`) === undefined || !text ? 'http://127.0.0.1:17993' : `http://${text}`;
    throw new TypeError(`url is ${JSON.stringify(text)}: it must be an address such as ${meant}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('url holds a user or password: the service knows tokens only');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new TypeError(`url is ${JSON.stringify(text)}: it must end before ? and #`);
  }
  const address = url.href.replace(/\/+$/, '');
  if (address.endsWith(BASE_PATH)) {
    const right = address.slice(0, -BASE_PATH.length);
    throw new TypeError(`url ends in ${BASE_PATH}, which the client adds itself: it must be ${right}`);
  }
  return address;
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text); // URL.parse is too new for Node 20
  } catch {
    return undefined;
  }
}

/** The token as it is. Throws a TypeError, which never holds it, when no header can carry it. */
export function sendableToken(token: string): string {
  if (typeof token !== 'string' || token === '') {
    throw new TypeError('token is empty: is PALATINE_TOKEN set?');
  }
  if (!/^[!-~]+$/.test(token)) {
    throw new TypeError(
      'token cannot be sent: it holds a blank, a line break or another character that is not visible ASCII',
    );
  }
  return token;
}
