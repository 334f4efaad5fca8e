import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface SelfSigned {
  cert: string;
  key: string;
}

const ECDSA_WITH_SHA256 = oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02);
const COMMON_NAME = oid(0x55, 0x04, 0x03);
const SUBJECT_ALT_NAME = oid(0x55, 0x1d, 0x11);

/** A self-signed certificate for localhost, in PEM. Node can read X.509 certificates and not create them. */
export function selfSigned({
  name = 'palatine test',
  validTo = new Date(Date.now() + 3_600_000),
} = {}): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const distinguishedName = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const reachedAt = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])),
    algorithm,
    distinguishedName,
    sequence(time(new Date(validTo.getTime() - 86_400_000)), time(validTo)),
    distinguishedName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, reachedAt)))),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  return { cert: pem('CERTIFICATE', sequence(toBeSigned, algorithm, signature)), key: keyText(privateKey) };
}

function keyText(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}

/** One DER value: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function oid(...bytes: number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

function time(at: Date): Buffer {
  return der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
