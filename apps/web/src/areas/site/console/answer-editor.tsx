import { Toolbar } from '@base-ui/react/toolbar';
import Image from '@tiptap/extension-image';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { type ReactNode, useId, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { getPictureUrl } from '../../../lib/picture-url.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Text } from '../../../ui/text.tsx';
import { FieldNote, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import html from '../parts/faq-sections.module.css';
import styles from './answer-editor.module.css';
import { useUploadAnswerPicture } from './api/managed-faqs.ts';
import { normalizeLinkTarget } from './link-target.ts';

/** Wide enough for an answer; the server copies the whole picture when the answer is saved. */
const PICTURE_WIDTH = 960;

const EXTENSIONS = [
  StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false, autolink: true, protocols: ['mailto'] } }),
  Image.extend({ addAttributes: () => ({ src: { default: null }, alt: { default: '' } }) }),
];

interface AnswerEditorProps {
  label: string;
  /** Initial content. */
  initial: string;
  onChange: (html: string) => void;
  error?: string | undefined;
}

type EditorDialog = 'link' | 'picture';

/** An answer as it will look, with its toolbar: Shift-Tab leads there, arrows from button to button. */
export default function AnswerEditor({ label, initial, onChange, error }: AnswerEditorProps) {
  const [labelId, noteId] = [useId(), useId()];
  const [asked, setAsked] = useState<EditorDialog>();
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: initial,
    injectCSS: false,
    immediatelyRender: true,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId, class: `${html.answer} ${styles.text}` },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.getHTML()),
  });
  return (
    <div className={styles.field}>
      <Text as="span" id={labelId} size="sm" weight="medium">
        {label}
      </Text>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <EditorTools editor={editor} onAsk={setAsked} />
        <EditorContent editor={editor} />
      </div>
      <FieldNote id={noteId} error={error} />
      {asked === 'link' && <AnswerLinkDialog editor={editor} onClose={() => setAsked(undefined)} />}
      {asked === 'picture' && (
        <AnswerPictureDialog
          onClose={() => setAsked(undefined)}
          onChosen={(key, alt) => {
            const src = getPictureUrl(key, { width: PICTURE_WIDTH, fit: 'inside' });
            editor.chain().focus().setImage({ src, alt }).run();
            setAsked(undefined);
          }}
        />
      )}
    </div>
  );
}

interface Tool {
  label: string;
  sign: ReactNode;
  isOn?: boolean;
  isOff?: boolean;
  onPress: () => void;
}

function EditorTools({ editor, onAsk }: { editor: Editor; onAsk: (what: EditorDialog) => void }) {
  const is = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      heading: now.isActive('heading', { level: 2 }),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      blockquote: now.isActive('blockquote'),
      link: now.isActive('link'),
      undoable: now.can().undo(),
      redoable: now.can().redo(),
    }),
  });
  const run = () => editor.chain().focus();
  const groups: Tool[][] = [
    [
      { label: 'Bold', sign: <b>B</b>, isOn: is.bold, onPress: () => run().toggleBold().run() },
      { label: 'Italic', sign: <i>I</i>, isOn: is.italic, onPress: () => run().toggleItalic().run() },
      { label: 'Heading', sign: 'H', isOn: is.heading, onPress: () => run().toggleHeading({ level: 2 }).run() },
    ],
    [
      { label: 'Bulleted list', sign: '•', isOn: is.bulletList, onPress: () => run().toggleBulletList().run() },
      { label: 'Numbered list', sign: '1.', isOn: is.orderedList, onPress: () => run().toggleOrderedList().run() },
      { label: 'Quote', sign: '“', isOn: is.blockquote, onPress: () => run().toggleBlockquote().run() },
    ],
    [
      { label: 'Link', sign: 'Link', isOn: is.link, onPress: () => onAsk('link') },
      { label: 'Image', sign: 'Picture', onPress: () => onAsk('picture') },
    ],
    [
      { label: 'Undo', sign: '↶', isOff: !is.undoable, onPress: () => run().undo().run() },
      { label: 'Redo', sign: '↷', isOff: !is.redoable, onPress: () => run().redo().run() },
    ],
  ];
  return (
    <Toolbar.Root className={styles.tools} aria-label="Text style">
      {groups.map((tools) => (
        <Toolbar.Group key={tools[0]?.label} className={styles.group}>
          {tools.map(({ label, sign, isOn, isOff = false, onPress }) => (
            <Toolbar.Button
              key={label}
              className={styles.tool}
              aria-label={label}
              title={label}
              aria-pressed={isOn}
              disabled={isOff}
              onClick={onPress}
            >
              {sign}
            </Toolbar.Button>
          ))}
        </Toolbar.Group>
      ))}
    </Toolbar.Root>
  );
}

/** Sets the link of the selected text; an empty address removes it. Without a selection the address itself is inserted. */
function AnswerLinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
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

interface PictureDialogProps {
  onClose: () => void;
  /** Called with the key of the upload and the alternative text. */
  onChosen: (key: string, alt: string) => void;
}

const ACCEPT = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** A picture from this computer. It becomes part of the answer when that is saved. */
function AnswerPictureDialog({ onClose, onChosen }: PictureDialogProps) {
  const [file, setFile] = useState<File>();
  const [alt, setAlt] = useState('');
  const [isJudged, setJudged] = useState(false);
  const upload = useUploadAnswerPicture({
    onSuccess: (key) => {
      toast.success(BUSINESS_MESSAGES.imageUploaded);
      onChosen(key, alt.trim());
    },
  });
  const fault = file ? (file.type.startsWith('image/') ? undefined : BUSINESS_MESSAGES.onlyImages) : 'Choose an image.';
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes it on to the form around the editor.
        event.stopPropagation();
        setJudged(true);
        if (file && !fault && !upload.isPending) upload.mutate(file);
      }}
      title="Insert image"
      submitLabel="Insert"
      isSubmitting={upload.isPending}
      failure={upload.error ? getPictureFailure(upload.error, file) : undefined}
    >
      <TextField
        label="Image file"
        type="file"
        accept={ACCEPT}
        onChange={(event) => setFile(event.target.files?.[0])}
        error={isJudged ? fault : undefined}
        hint="JPG, PNG, WebP, GIF or AVIF"
      />
      <TextField
        label="Alt text"
        autoComplete="off"
        maxLength={200}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        hint="Describe the image for people who can’t see it."
      />
    </FormDialog>
  );
}

/** Source: specification 3 §8. */
const getPictureFailure = (error: Error, file: File | undefined): string =>
  error.name === 'AppError' ? getErrorMessage(error) : `Couldn't upload file: ${file?.name ?? ''}.`;
