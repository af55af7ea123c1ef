package io.quorate.version;

import io.quorate.version.SettingFinding.Drop;
import io.quorate.version.SettingFinding.Refuse;
import io.quorate.version.SettingFinding.Rename;
import io.quorate.version.SettingFinding.Warn;
import io.quorate.version.SettingRule.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Translates the settings of one hop. Variables and features are treated alike, by name; a variable
 * without a value counts as not set, as in etcd.
 */
final class SettingsTranslator {
  private final Settings settings;
  private final MinorLine target;
  private final List<SettingFinding> findings = new ArrayList<>();
  private final SortedMap<String, String> values = new TreeMap<>();

  /** Variables that etcd itself does not read, such as GOMAXPROCS. */
  private final SortedMap<String, String> others = new TreeMap<>();

  /** Translates settings for a hop; within a line nothing changes. */
  static TranslatedSettings translated(
      Settings settings, Hop hop, Map<String, String> environment) {
    return hop.from().equals(hop.to())
        ? new TranslatedSettings(List.of(), new TreeMap<>(environment))
        : new SettingsTranslator(settings, hop.to(), environment).translation();
  }

  private SettingsTranslator(Settings settings, MinorLine target, Map<String, String> environment) {
    this.settings = settings;
    this.target = target;
    environment.forEach(this::take);
  }

  private void take(String name, String value) {
    if (name.equals(Features.VARIABLE)) {
      read(value);
    } else {
      (name.startsWith(Features.PREFIX) ? values : others).put(name, value);
    }
  }

  private void read(String list) {
    try {
      values.putAll(Features.read(list));
    } catch (IllegalArgumentException e) {
      values.put(Features.VARIABLE, list);
      findings.add(
          new Refuse(
              Features.VARIABLE,
              "It is not a list of name=true and name=false.",
              "Mend it; no etcd starts with it."));
    }
  }

  private TranslatedSettings translation() {
    for (Map.Entry<String, String> entry : new TreeMap<>(values).entrySet()) {
      if (!entry.getValue().isEmpty() && values.containsKey(entry.getKey())) {
        translate(entry.getKey(), entry.getValue());
      }
    }
    others.putAll(Features.written(values));
    return new TranslatedSettings(findings, others);
  }

  private void translate(String name, String value) {
    Optional<SettingRule> rule =
        settings.rules().stream().filter(one -> one.fits(name, value, target)).findFirst();
    if (rule.isPresent()) {
      answer(name, rule.get());
      return;
    }
    Optional<RenamedSetting> renamed =
        settings.renamed().stream()
            .filter(one -> one.oldName().equals(name) || one.newName().equals(name))
            .findFirst();
    if (renamed.isPresent()) {
      rename(name, value, renamed.get());
    } else if (Features.isFeature(name) && target.compareTo(settings.featuresSince()) < 0) {
      refuse(name, target + " has no features to switch.", "Find out what it is for.");
    }
  }

  private void answer(String name, SettingRule rule) {
    switch (rule.answer()) {
      case Answer.Refuse refuse -> refuse(name, rule.because(), refuse.instead());
      case Answer.Drop drop -> drop(name, rule.because());
      case Answer.Warn warn -> findings.add(new Warn(name, rule.because()));
      case Answer.Become become -> move(name, become.name(), become.value());
    }
  }

  private void rename(String name, String value, RenamedSetting setting) {
    boolean isOld = setting.oldName().equals(name);
    boolean readsOld = setting.oldIn().include(target);
    boolean readsNew = setting.newIn().include(target);
    if (isOld && readsOld && readsNew) {
      both(setting);
    } else if (isOld ? readsOld : readsNew) {
      return;
    } else if (readsOld || readsNew) {
      move(name, isOld ? setting.newName() : setting.oldName(), value);
    } else {
      drop(name, target + " has no such setting.");
    }
  }

  /** Refuses both names of one setting, with which etcd does not start (3.6, embed/config.go). */
  private void both(RenamedSetting setting) {
    if (values.containsKey(setting.newName())) {
      refuse(
          setting.oldName(),
          target + " does not start with it and " + setting.newName() + " together.",
          "Keep the new name.");
    } else {
      findings.add(
          new Warn(
              setting.oldName(),
              target + " still reads it; its name to come is " + setting.newName() + "."));
    }
  }

  private void move(String name, String to, String value) {
    String plain = Features.isFeature(to) ? SettingValue.plain(value) : value;
    String there = name.equals(to) ? null : values.get(to);
    if (there != null && !SettingValue.plain(there).equals(SettingValue.plain(value))) {
      refuse(name, "It becomes " + to + ", which is set to something else.", "Keep one of them.");
      return;
    }
    values.remove(name);
    values.put(to, plain);
    findings.add(new Rename(name, to, plain));
  }

  private void drop(String name, String because) {
    values.remove(name);
    findings.add(new Drop(name, because));
  }

  private void refuse(String name, String because, String instead) {
    findings.add(new Refuse(name, because, instead));
  }
}
