import { Panel } from '../../../ui/panel.tsx';
import { Contact } from '../parts/contact.tsx';

export function ContactPage() {
  return (
    <Panel title="Write to us" note="A question, a request, something that does not work: we reply by email.">
      <Contact />
    </Panel>
  );
}
