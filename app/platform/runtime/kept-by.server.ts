/** Makes something of an object once, and keeps it for as long as the object is there. Nothing is kept when `make` throws. */
export function keptBy<Owner extends object, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
  const kept = new WeakMap<Owner, { value: Value }>();
  return (owner) => {
    let found = kept.get(owner);
    if (!found) {
      found = { value: make(owner) };
      kept.set(owner, found);
    }
    return found.value;
  };
}
