package io.quorate.history;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import io.quorate.operation.Opaque;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedPrescription;
import io.quorate.operation.StepMode;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.step.Step;
import io.quorate.view.ClusterView;
import io.quorate.workload.Arrival;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Installation;
import io.quorate.workload.MissingRights;
import io.quorate.workload.NextStart;
import io.quorate.workload.Placement;
import io.quorate.workload.PlatformAdvice;
import io.quorate.workload.Trap;
import io.quorate.workload.Workload;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadForm;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Factory of the object mapper that writes values into workflow histories, and reads values of this
 * release and others.
 */
public final class HistoryMapper {
  private HistoryMapper() {}

  /** Returns the data converter that every Temporal client and worker of Quorate uses. */
  public static DataConverter dataConverter() {
    return DefaultDataConverter.newDefaultInstance()
        .withPayloadConverterOverrides(new JacksonJsonPayloadConverter(create()));
  }

  /**
   * Creates a mapper. It ignores unknown fields, so that an older worker can read a newer history.
   * It refuses a value that lacks a component, or has null where a value is due; only an {@code
   * Optional} component may be absent.
   */
  public static ObjectMapper create() {
    JsonMapper.Builder mapper =
        JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .addModule(keys())
            .visibility(PropertyAccessor.GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    scalars(mapper);
    mapper.addMixIn(Step.class, StepForm.class);
    for (Class<? extends Step> kind : Step.kinds()) {
      mapper.registerSubtypes(new NamedType(kind, Step.nameOf(kind)));
    }
    mapper.addMixIn(Installation.class, InstallationForm.class);
    mapper.addMixIn(Workload.class, TrapForm.class);
    mapper.addMixIn(WorkloadControl.class, ControlForm.class);
    mapper.addMixIn(ConfiguredMember.class, PlaceForm.class);
    mapper.addMixIn(Placement.class, SiteForm.class);
    mapper.addMixIn(Workload.State.class, WorkloadForm.class);
    mapper.registerSubtypes(
        new NamedType(Workload.Running.class, "running"),
        new NamedType(Workload.Gone.class, "gone"),
        new NamedType(Workload.Uncertain.class, "uncertain"));
    arrivals(mapper);
    mapper.addMixIn(Prescription.class, PrescriptionForm.class);
    mapper.registerSubtypes(
        new NamedType(Plan.class, "plan"),
        new NamedType(Prescription.NothingToDo.class, "nothing-to-do"),
        new NamedType(Prescription.NotYet.class, "not-yet"),
        new NamedType(Prescription.Refusal.class, "refusal"));
    silences(mapper);
    recorded(mapper);
    return mapper.build();
  }

  private static void arrivals(JsonMapper.Builder mapper) {
    mapper.addMixIn(ClusterView.class, ViewForm.class);
    mapper.addMixIn(Arrival.class, ArrivalForm.class);
    mapper.addMixIn(Arrival.Way.class, WorkloadForm.class);
    mapper.registerSubtypes(
        new NamedType(Arrival.Follows.class, "follows"),
        new NamedType(Arrival.Leaves.class, "leaves"),
        new NamedType(Arrival.Closed.class, "closed"),
        new NamedType(Arrival.Unseen.class, "unseen"));
  }

  private static void silences(JsonMapper.Builder mapper) {
    mapper.addMixIn(Silence.class, SilenceForm.class);
    mapper.registerSubtypes(
        new NamedType(Silence.Refused.class, "refused"),
        new NamedType(Silence.TimedOut.class, "timed-out"),
        new NamedType(Silence.Unreachable.class, "unreachable"),
        new NamedType(Silence.BrokenOff.class, "broken-off"),
        new NamedType(Silence.Tls.class, "tls"),
        new NamedType(Silence.LoginRefused.class, "login-refused"),
        new NamedType(Silence.Declined.class, "declined"),
        new NamedType(Silence.OtherMember.class, "other-member"),
        new NamedType(Silence.FromMemory.class, "from-memory"));
  }

  private static void recorded(JsonMapper.Builder mapper) {
    mapper.addMixIn(Opaque.class, OpaqueForm.class);
    mapper.addMixIn(RecordedPrescription.class, PrescriptionForm.class);
    mapper.addMixIn(StepMode.class, WorkForm.class);
    mapper.registerSubtypes(
        new NamedType(RecordedPlan.class, "plan"),
        new NamedType(RecordedPrescription.NothingToDo.class, "nothing-to-do"),
        new NamedType(RecordedPrescription.NotYet.class, "not-yet"),
        new NamedType(RecordedPrescription.Refusal.class, "refusal"),
        new NamedType(StepMode.ByActivity.class, "activity"),
        new NamedType(StepMode.AskPeople.class, "ask-people"),
        new NamedType(StepMode.Bracket.class, "bracket"),
        new NamedType(StepMode.LetTimePass.class, "let-time-pass"),
        new NamedType(StepMode.Rehearsed.class, "rehearsed"),
        new NamedType(StepMode.WaitOpenly.class, "wait-openly"));
  }

  private static void scalars(JsonMapper.Builder mapper) {
    for (Class<?> text : List.of(ClusterKey.class, MemberName.class, FailureDomain.class)) {
      mapper.addMixIn(text, TextForm.class);
    }
    mapper.addMixIn(MemberId.class, MemberIdForm.class);
    mapper.addMixIn(ClusterId.class, ClusterIdForm.class);
  }

  private static SimpleModule keys() {
    SimpleModule module = new SimpleModule("quorate-keys");
    module.addKeyDeserializer(
        MemberName.class,
        new KeyDeserializer() {
          @Override
          public Object deserializeKey(String key, DeserializationContext context) {
            return new MemberName(key);
          }
        });
    return module;
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "step")
  private interface StepForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "prescription")
  private interface PrescriptionForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
  private interface WorkloadForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  private interface SilenceForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "work")
  private interface WorkForm {}

  /** Stores an opaque value as the JSON value itself, so that people can read it in a history. */
  @JsonSerialize(converter = OpaqueToTree.class)
  @JsonDeserialize(converter = TreeToOpaque.class)
  private interface OpaqueForm {}

  private static final class OpaqueToTree extends StdConverter<Opaque, JsonNode> {
    private static final ObjectMapper PLAIN = new ObjectMapper();

    @Override
    public JsonNode convert(Opaque value) {
      try {
        return PLAIN.readTree(value.json());
      } catch (JsonProcessingException noJson) {
        throw new IllegalArgumentException("an opaque value is one JSON value", noJson);
      }
    }
  }

  private static final class TreeToOpaque extends StdConverter<JsonNode, Opaque> {
    @Override
    public Opaque convert(JsonNode tree) {
      return new Opaque(tree.toString());
    }
  }

  /**
   * Omits the settings of an installation, also those of its process: an environment file may hold
   * passwords, and no reader of a history needs them.
   */
  private abstract static class InstallationForm {
    @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    @SuppressWarnings("unused")
    private SortedMap<String, String> settings = new TreeMap<>();

    @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
    @SuppressWarnings("unused")
    private Optional<NextStart> nextStart = Optional.empty();
  }

  /**
   * Leaves out the advice of the platform, which no plan rests on, and the form of a controller
   * that has the needed one, and what is not in the way: releases before wrote none.
   */
  private abstract static class ControlForm {
    @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    @SuppressWarnings("unused")
    private List<PlatformAdvice> advice = List.of();

    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    @SuppressWarnings("unused")
    private Optional<WorkloadForm> form = Optional.empty();

    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    @SuppressWarnings("unused")
    private Optional<String> obstacle = Optional.empty();

    @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    @SuppressWarnings("unused")
    private List<MissingRights> missing = List.of();
  }

  /** Leaves out the trap of a member that has none: releases before wrote no trap. */
  private abstract static class TrapForm {
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    @SuppressWarnings("unused")
    private Optional<Trap> trap = Optional.empty();
  }

  /** Leaves out the number and the site of a place that has none: releases before wrote none. */
  private abstract static class PlaceForm extends SiteForm {
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    @SuppressWarnings("unused")
    private Optional<Integer> ordinal = Optional.empty();
  }

  /** Leaves out a site that is not known: releases before wrote no site. */
  private abstract static class SiteForm {
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    @SuppressWarnings("unused")
    private Optional<FailureDomain> site = Optional.empty();
  }

  /** Leaves out the arrival of a view in which nobody goes elsewhere. */
  private abstract static class ViewForm {
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    @SuppressWarnings("unused")
    private Optional<Arrival> arrival = Optional.empty();
  }

  /** Leaves out the node of an arrival for which no node was chosen. */
  private abstract static class ArrivalForm {
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    @SuppressWarnings("unused")
    private Optional<String> node = Optional.empty();
  }

  /** Writes a record around one text as that text. */
  private abstract static class TextForm {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    TextForm(@SuppressWarnings("unused") String value) {}

    @JsonValue
    abstract String value();
  }

  /** Writes ids as etcd prints them, for people who read a history. */
  private abstract static class MemberIdForm {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static MemberId parse(@SuppressWarnings("unused") String hexadecimal) {
      throw new UnsupportedOperationException("a mix-in is never called");
    }

    @JsonValue
    @Override
    public abstract String toString();
  }

  private abstract static class ClusterIdForm {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ClusterId parse(@SuppressWarnings("unused") String hexadecimal) {
      throw new UnsupportedOperationException("a mix-in is never called");
    }

    @JsonValue
    @Override
    public abstract String toString();
  }
}
