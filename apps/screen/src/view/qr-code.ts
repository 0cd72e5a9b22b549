import { renderSVG } from 'uqr';

/** A picture of the address, dark on white as phones read it best. */
export function createQrCode(address: string): HTMLImageElement {
  const image = new Image();
  image.className = 'qr';
  image.alt = `QR code that opens ${address}`;
  image.src = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { ecc: 'M', border: 2 }))}`;
  return image;
}
