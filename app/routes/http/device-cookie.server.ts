import { type Device, readDevice } from '#app/domain/people/accounts/devices.server.ts';
import { deviceCookie } from '#app/routes/http/cookies.server.ts';

/** The browser as it is known from signing in before; null for a stranger's. */
export const readDeviceCookie = (request: Request): Device | null =>
  readDevice(deviceCookie().parse(request.headers.get('Cookie')));

/** The Set-Cookie value that keeps a browser known. */
export const deviceHeader = (device: Device): string => deviceCookie().serialize(device);
