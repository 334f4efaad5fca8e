import { generateKeyPairSync } from 'node:crypto';
import { signCertificate } from '@palatine/gateway/certificates';

export interface SelfSigned {
  cert: string;
  key: string;
}

export function selfSigned({
  name = 'palatine test',
  validTo: until = new Date(Date.now() + 3_600_000),
} = {}): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const from = new Date(until.getTime() - 86_400_000);
  const hosts = ['localhost', '127.0.0.1'];
  const cert = signCertificate({ name, publicKey, issuer: { name, privateKey }, from, until, hosts });
  return { cert: cert.toString(), key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
}
