/** All pages about devices in one chunk, because each chunk adds its name to the first script. */
export { DeviceDetailPage } from './device.tsx';
export { DevicesPage } from './devices.tsx';
