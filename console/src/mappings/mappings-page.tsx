export function MappingsPage() {
  return null;
}
