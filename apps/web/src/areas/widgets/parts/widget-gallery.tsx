import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Text } from '../../../ui/text.tsx';
import { WidgetDrawing } from '../../media/parts/widget-drawing.tsx';
import { getExampleData } from '../source-examples.ts';
import { TEMPLATE_GROUPS, WIDGET_TEMPLATES } from '../widget-templates.ts';
import styles from './widgets.module.css';

const addExampleData = (now: number) => WIDGET_TEMPLATES.map((template) => ({ ...template, data: getExampleData(template.example, now) }));

/** All kinds of slides and widgets with an example of each. */
export function WidgetGallery({ albumId }: { albumId: string | undefined }) {
  const [templates] = useState(() => addExampleData(Date.now()));
  const groups = TEMPLATE_GROUPS.map((group) => (
    <section key={group} aria-label={group}>
      <h2 className={styles.groupTitle}>{group}</h2>
      <ul className={styles.gallery}>
        {templates
          .filter((template) => template.group === group)
          .map(({ id, label, example, data }) => (
            <li key={id}>
              <Link to="/main/widget" search={{ albumId, template: id }} className={styles.choice}>
                <WidgetDrawing settings={example} pictureUrl={null} source={data?.state} at={data?.at} label="" />
                <span>{label}</span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  ));
  return (
    <>
      {groups}
      <Text tone="soft" className={styles.note}>
        To show the pages of a PDF, upload the file to an album like a photo.
      </Text>
    </>
  );
}
