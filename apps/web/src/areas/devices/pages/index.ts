/** One chunk for all pages about devices; see playlist-pages.ts. */
export { DeviceDetailPage } from './device.tsx';
export { DevicesPage } from './devices.tsx';
