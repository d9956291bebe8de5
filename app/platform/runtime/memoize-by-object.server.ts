/** Makes something of an object once, and keeps it for as long as the object is there. Nothing is kept when `make` throws. */
export function memoizeByObject<Owner extends object, Value>(
  make: (owner: Owner) => Value,
): (owner: Owner) => Value {
  const cache = new WeakMap<Owner, { value: Value }>();
  return (owner) => {
    let entry = cache.get(owner);
    if (!entry) {
      entry = { value: make(owner) };
      cache.set(owner, entry);
    }
    return entry.value;
  };
}
