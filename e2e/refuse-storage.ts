/** Runs in a page before its scripts. Storage then throws the errors that Chromium throws when a policy blocks cookies and site data. */
export function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
  IDBFactory.prototype.open = refuse;
  for (const name of ['open', 'match', 'has', 'keys', 'delete'] as const) CacheStorage.prototype[name] = async () => refuse();
  StorageManager.prototype.estimate = async () => refuse();
  ServiceWorkerContainer.prototype.register = async () => refuse();
}
