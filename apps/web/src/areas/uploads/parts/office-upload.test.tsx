import { screen, waitFor } from '@testing-library/react';
import { readAcceptedFiles } from '@vitrine/contract/files.endpoints';
import { findDuplicateFiles } from '@vitrine/contract/media.endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerAlbum } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';
import { uploads } from '../upload-queue.ts';

/** Opens the page of an album on a server that converts office files or does not, and chooses a presentation. */
async function choosePresentation(office: boolean) {
  const add = vi.spyOn(uploads, 'add').mockResolvedValue([]);
  onTestFinished(() => add.mockRestore());
  signIn();
  const album = anAlbum();
  const api = answerAlbum(signedInApi(), album, [])
    .result(findDuplicateFiles, { known: [], possible: [] })
    .result(readAcceptedFiles, { office });
  const { user } = await renderApp(`/main/media?albumId=${album._id}`, api);
  const input = await screen.findByLabelText<HTMLInputElement>(/: choose files$/);
  await waitFor(() => expect(input.accept.includes('.pptx')).toBe(office));
  // Users can choose files of all types in the dialog of the system.
  input.removeAttribute('accept');
  await user.upload(input, new File(['x'], 'Specials.pptx'));
  return () => add.mock.calls.flatMap(([files]) => files.map(({ name }) => name));
}

it('explains how to export a PDF where the server cannot convert a presentation', async () => {
  const added = await choosePresentation(false);
  expect(await screen.findByText(/^Specials\.pptx: Presentations and other office files can’t be shown here\./)).toHaveTextContent(
    'Open the file, save it as a PDF (in PowerPoint, Word or Excel: File, Export or Save As, PDF) and upload the PDF.',
  );
  expect(added()).toEqual([]);
});

it('uploads a presentation where the server converts it', async () => {
  const added = await choosePresentation(true);
  await waitFor(() => expect(added()).toEqual(['Specials.pptx']));
});
