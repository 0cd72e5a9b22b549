import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { normalizeLinkTarget } from './link-target.ts';

/** Where the marked words lead; nothing takes the link away. Without marked words the address itself is put in. */
export function AnswerLinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const known: unknown = editor.getAttributes('link')['href'];
  const [typed, setTyped] = useState(typeof known === 'string' ? known : '');
  const [isJudged, setJudged] = useState(false);
  const href = normalizeLinkTarget(typed);
  const save = () => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && known === undefined)
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href: href ?? '' }).run();
    onClose();
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes it on to the form around the editor.
        event.stopPropagation();
        setJudged(true);
        if (href !== undefined) save();
      }}
      title="Link"
      submitLabel="Add link"
      isSubmitting={false}
    >
      <TextField
        label="Address"
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isJudged && href === undefined ? 'Enter a web address, an email address or a page on this site.' : undefined}
        hint="Leave empty to remove the link."
      />
    </FormDialog>
  );
}
