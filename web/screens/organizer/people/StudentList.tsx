import type { OrganizationStudent } from '#contract/member.ts';
import { formatNumber, formatShortDate, initials, noData } from '#contract/uzbek.ts';
import { useIsDesktop } from '../../../lib/useIsDesktop.ts';
import { Avatar, Badge } from '../../../ui/Card.tsx';

interface ListProps {
  students: readonly OrganizationStudent[];
  busy: boolean;
  onOpen(id: number): void;
}
const studentName = ({ first_name, last_name, email }: OrganizationStudent) => `${first_name} ${last_name}`.trim() || email;

const StudentLink = ({ student, onOpen }: { student: OrganizationStudent; onOpen(id: number): void }) => (
  <div className="flex min-w-0 items-center gap-3">
    <Avatar src={student.avatar} initials={initials(studentName(student), 'UZ')} className="size-11" />
    <div className="min-w-0">
      <button
        type="button"
        className="min-h-11 py-1 text-left font-semibold text-brand-strong underline underline-offset-4"
        onClick={() => onOpen(student.id)}
      >
        {studentName(student)}
      </button>
      <p className="text-sm text-muted">{student.email}</p>
      {student.is_invited && <Badge className="mt-1">Taklifni qabul qilgan</Badge>}
    </div>
  </div>
);
const educationText = ({ university, major }: OrganizationStudent) => [university, major].filter(Boolean).join(' · ') || noData;

const Table = ({ students, busy, onOpen }: ListProps) => (
  <table className="w-full table-fixed border-collapse overflow-hidden rounded-2xl bg-surface text-left shadow-card" aria-busy={busy}>
    <thead className="text-sm text-muted">
      <tr>
        <th scope="col" className="w-1/3 p-3 font-medium">
          Talaba
        </th>
        <th scope="col" className="p-3 font-medium">
          O‘qish joyi
        </th>
        <th scope="col" className="w-24 p-3 text-right font-medium">
          Arizalar
        </th>
        <th scope="col" className="w-28 p-3 text-right font-medium">
          Qabul qilingan
        </th>
        <th scope="col" className="w-32 p-3 font-medium">
          Oxirgi marta
        </th>
      </tr>
    </thead>
    <tbody>
      {students.map((student) => (
        <tr key={student.id} className="border-t border-line">
          <th scope="row" className="p-3 font-normal">
            <StudentLink student={student} onOpen={onOpen} />
          </th>
          <td className="p-3 text-sm">{educationText(student)}</td>
          <td className="p-3 text-right tabular-nums">{formatNumber(student.application_count)}</td>
          <td className="p-3 text-right tabular-nums">{formatNumber(student.accepted_count)}</td>
          <td className="p-3 text-sm whitespace-nowrap">{formatShortDate(student.last_at)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Cards = ({ students, busy, onOpen }: ListProps) => (
  <ul className="space-y-3" aria-busy={busy}>
    {students.map((student) => (
      <li key={student.id} className="rounded-2xl border border-line bg-surface p-4 shadow-card">
        <StudentLink student={student} onOpen={onOpen} />
        <p className="mt-2 text-sm">{educationText(student)}</p>
        <p className="mt-1 text-sm text-muted tabular-nums">
          Arizalar: {formatNumber(student.application_count)} · Qabul qilingan: {formatNumber(student.accepted_count)} ·{' '}
          {formatShortDate(student.last_at)}
        </p>
      </li>
    ))}
  </ul>
);

/** The students as a table on desktops, as cards on phones. */
export const StudentList = (props: ListProps) => (useIsDesktop() ? <Table {...props} /> : <Cards {...props} />);
