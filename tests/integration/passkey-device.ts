import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { config } from '#app/platform/config.server.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Bytes as CBOR. */
function bytes(data: Buffer): Buffer {
  const head = data.length < 256 ? [0x58, data.length] : [0x59, data.length >> 8, data.length & 255];
  return Buffer.concat([Buffer.from(head), data]);
}

const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

const present = 1;
const verified = 4;
const attested = 64;

/** What an answer is made with; by default what an honest browser on the site would. */
interface Manner {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** Whose passkey the device says it is; null where it says nothing. */
  userHandle?: string | null;
  /** What is said of who made the device: its form, and the statement as CBOR. */
  maker?: { format: string; statement: Buffer };
}

const noMaker = { format: 'none', statement: Buffer.from([0xa0]) };

/** A device with a passkey, in software: it answers questions as browsers do, in JSON. */
export class PasskeyDevice {
  readonly id = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #cose: Buffer;
  #userHandle: string | null = null;
  counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ]);
  }

  /** Makes the passkey. */
  create(options: object, { maker = noMaker, ...manner }: Manner = {}): string {
    const client = this.#client('webauthn.create', options, manner);
    this.#userHandle = (options as { user?: { id: string } }).user?.id ?? null;
    const length = Buffer.from([0, this.id.length]);
    const key = Buffer.concat([Buffer.alloc(16), length, this.id, this.#cose]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text(maker.format),
      text('attStmt'),
      maker.statement,
      text('authData'),
      bytes(this.#data(attested, manner, key)),
    ]);
    return this.#json({
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'made-up'],
    });
  }

  /** Signs with the passkey. */
  sign(options: object, manner: Manner = {}): string {
    const client = this.#client('webauthn.get', options, manner);
    const { userHandle = this.#userHandle } = manner;
    const data = this.#data(0, manner);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#privateKey);
    return this.#json({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(userHandle === null ? {} : { userHandle }),
    });
  }

  #client(type: string, options: object, { origin = new URL(config().appUrl).origin }: Manner): Buffer {
    const { challenge } = options as { challenge: string };
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(more: number, manner: Manner, key: Buffer = Buffer.alloc(0)): Buffer {
    const { rpId = new URL(config().appUrl).hostname, isVerified = true } = manner;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    const flags = Buffer.from([present | (isVerified ? verified : 0) | more]);
    return Buffer.concat([sha256(rpId), flags, count, key]);
  }

  #json(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }
}
