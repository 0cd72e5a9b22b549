import { screen, waitFor } from '@testing-library/react';
import { uploadFiles } from '@vitrine/contract/files.endpoints';
import type { UploadedFile } from '@vitrine/contract/media';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const UPLOADED: UploadedFile = {
  key: '00000000-0000-7000-8000-0000000000f1',
  originalname: 'me.jpg',
  mimetype: 'image/jpeg',
  location: '/api/uploads?key=00000000-0000-7000-8000-0000000000f1',
  size: 90_000,
  filename: 'me.jpg',
  metadata: { mimetype: 'image/jpeg', fileName: 'me.jpg' },
};

/** Lets the browser decode pictures of 4000 × 3000 pixels and encode them with this size, because jsdom has no canvas. */
function giveCanvas(encodedBytes: number) {
  const drawImage = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => undefined }));
  const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: () => undefined, drawImage } as never);
  const encode = vi
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((receive) => receive(new Blob([new Uint8Array(encodedBytes)], { type: 'image/jpeg' })));
  onTestFinished(() => {
    context.mockRestore();
    encode.mockRestore();
  });
  return drawImage;
}

async function choosePhoto(sizeBytes: number) {
  signIn();
  const api = signedInApi().result(uploadFiles, [UPLOADED]);
  const { user } = await renderApp('/main/profile?dialog=edit', api);
  const input = await screen.findByLabelText('Choose a photo', { selector: 'input' });
  await user.upload(input, new File([new Uint8Array(sizeBytes)], 'me.png', { type: 'image/png' }));
  return api;
}

it('crops a large photo to a square and scales it down before its size is checked', async () => {
  const drawImage = giveCanvas(90_000);
  const api = await choosePhoto(6_000_000);
  await waitFor(() => expect(api.requestsTo(uploadFiles)).toHaveLength(1));
  expect(drawImage.mock.calls[0]?.slice(1)).toEqual([500, 0, 3000, 3000, 0, 0, 640, 640]);
  const form = api.requestsTo(uploadFiles)[0]?.body;
  const sent = form instanceof FormData ? form.get('file') : null;
  if (!(sent instanceof File)) throw new Error('No file was sent.');
  expect([sent.name, sent.type, sent.size]).toEqual(['me.jpg', 'image/jpeg', 90_000]);
  expect(screen.queryByText('File size should be less than 800KB')).toBeNull();
});

it('refuses a photo that is still too large after it was scaled down', async () => {
  giveCanvas(800_000);
  const api = await choosePhoto(6_000_000);
  expect(await screen.findByText('File size should be less than 800KB')).toBeVisible();
  expect(api.requestsTo(uploadFiles)).toEqual([]);
});
