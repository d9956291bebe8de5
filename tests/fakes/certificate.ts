import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const utcTime = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));

/** sha256WithRSAEncryption */
const algorithm = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex'));

/** A key, and a certificate of it (X.509 version 1, signed by itself) that is valid until `validTo`. */
export function newCertificate(validTo: Date): { pem: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const nobody = sequence();
  const about = sequence(
    der(2, Buffer.from([1])),
    algorithm,
    nobody,
    sequence(utcTime(new Date('2020-01-01')), utcTime(validTo)),
    nobody,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(3, Buffer.from([0]), sign('sha256', about, privateKey));
  const base64 = sequence(about, algorithm, signature).toString('base64');
  return { pem: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`, privateKey };
}
