/** An object as a bucket lists it. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
}

/** A page of a listing. */
export interface ListedPage {
  readonly objects: ListedObject[];
  /** Continues the listing; undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * The answer of ListObjectsV2 with `encoding-type=url`. Keys come percent-encoded, so no text in it can look like a tag;
 * what is not of the documented form is an error. Throws a SyntaxError.
 */
export function parseListing(xml: string): ListedPage {
  if (!/<ListBucketResult[\s>]/.test(xml)) throw new SyntaxError('no ListBucketResult');
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, content = '']) => ({
    key: decodeKey(fieldOf(content, 'Key')),
    bytes: sizeOf(fieldOf(content, 'Size')),
  }));
  const outside = xml.replace(/<Contents>[\s\S]*?<\/Contents>/g, '');
  if (fieldOf(outside, 'IsTruncated') !== 'true') return { objects, next: undefined };
  return { objects, next: fieldOf(outside, 'NextContinuationToken') };
}

/** The code of an error response of S3; undefined for any other text. */
export function errorCodeOf(xml: string): string | undefined {
  return /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(xml)?.[1];
}

function fieldOf(xml: string, name: string): string {
  const value = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  if (value === undefined) throw new SyntaxError(`no ${name}`);
  return unescapeXml(value);
}

/** Amazon writes a space as +, Ceph as %20; both write + as %2B. */
function decodeKey(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new SyntaxError('a key that is not percent-encoded', { cause });
  }
}

function sizeOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new SyntaxError('a size that is no number');
  return Number(text);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (all, ten, hex, name) => {
      if (name !== undefined) return ENTITIES[name] ?? all;
      const code = ten === undefined ? Number.parseInt(hex, 16) : Number(ten);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}
