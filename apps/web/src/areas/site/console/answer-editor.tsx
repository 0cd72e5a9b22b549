import { Toolbar } from '@base-ui/react/toolbar';
import Image from '@tiptap/extension-image';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useId, useState } from 'react';
import { getPictureUrl } from '../../../lib/picture-url.ts';
import { FieldNote } from '../../../ui/text-field.tsx';
import html from '../parts/faq-answer.module.css';
import styles from './answer-editor.module.css';
import { AnswerLinkDialog } from './link-dialog.tsx';
import { AnswerPictureDialog } from './picture-dialog.tsx';

/** Wide enough for an answer; the server copies the whole picture when the answer is saved. */
const PICTURE_WIDTH = 960;

const EXTENSIONS = [
  StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false, autolink: true, protocols: ['mailto'] } }),
  Image.extend({ addAttributes: () => ({ src: { default: null }, alt: { default: '' } }) }),
];

interface AnswerEditorProps {
  label: string;
  /** What is there at the start. */
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
      <span id={labelId} className={styles.label}>
        {label}
      </span>
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
