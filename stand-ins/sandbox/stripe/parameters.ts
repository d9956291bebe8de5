/** A call the provider refuses, in its own words and shape. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly type: string;

  constructor(
    status: number,
    code: string | undefined,
    message: string,
    param?: string,
    type = 'invalid_request_error',
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.type = type;
  }
}

export type Params = Record<string, unknown>;

export const asRecord = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Params;

/** @throws {ApiError} when the parameter is missing. */
export function required(params: Params, name: string): string {
  const value = params[name];
  if (typeof value !== 'string' || value === '')
    throw new ApiError(400, 'parameter_missing', `Missing required param: ${name}.`, name);
  return value;
}

/** A whole number, as of cents or seconds. @throws {ApiError} when it is not a whole number of at least `least`. */
export function wholeNumber(value: unknown, name: string, least: number): number {
  if (!/^-?\d+$/.test(String(value)))
    throw new ApiError(400, 'parameter_invalid_integer', `Invalid integer: ${String(value)}`, name);
  if (Number(value) < least)
    throw new ApiError(
      400,
      'parameter_invalid_integer',
      `This value must be greater than or equal to ${least}.`,
      name,
    );
  return Number(value);
}

/** A yes or no. @throws {ApiError} for anything else. */
export function flag(value: unknown, name: string): boolean {
  if (value !== 'true' && value !== 'false')
    throw new ApiError(400, 'parameter_invalid', `Invalid boolean: ${String(value)}`, name);
  return value === 'true';
}

/**
 * Refuses parameters that are not among `takes`, at any depth. Names of a list's or an object's own are dotted
 * (`items.price`); what ends in `.*` takes any name below it.
 * @throws {ApiError} naming the first unknown one as the provider does: `items[0][colour]`.
 */
export function refuseUnknown(params: Params, takes: readonly string[]): void {
  const walk = (value: unknown, displayPath: string, dotted: string): void => {
    const isKnown = takes.includes(dotted);
    if (takes.includes(`${dotted}.*`) || (isKnown && typeof value !== 'object')) return;
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) walk(entry, `${displayPath}[${index}]`, dotted);
      return;
    }
    const isParent = takes.some((name) => name.startsWith(`${dotted}.`));
    if (!isParent || typeof value !== 'object')
      throw new ApiError(400, 'parameter_unknown', `Received unknown parameter: ${displayPath}`, displayPath);
    for (const [name, entry] of Object.entries(asRecord(value)))
      walk(entry, `${displayPath}[${name}]`, `${dotted}.${name}`);
  };
  for (const [name, value] of Object.entries(params)) walk(value, name, name);
}
